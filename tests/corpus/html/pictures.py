"""Texts as publishing systems write them, with what is to be found of their pictures.

`PICTURES` have one that shows something, named by a part of its address; `NO_PICTURE`
have none but signs, faces and counters. Whatever was missed in the wild is added here.
"""

_EMOJI = (
    '<img src="https://s.w.org/images/core/emoji/15.0.3/72x72/1f600.png" alt="😀"'
    ' class="wp-smiley" style="height: 1em; max-height: 1em;" />'
)
_COUNTER = '<img src="https://pixel.wp.com/b.gif?host=a.example" width="1" height="1">'
_FACE = '<img src="https://secure.gravatar.com/avatar/0a1b?s=96" class="avatar photo">'
_DATA = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
_CDN = "https://cdn.example"

PICTURES: dict[str, tuple[str, str]] = {
    "wordpress, classic": (
        '<p><a href="https://b.example/p"><img class="alignnone size-full wp-image-12"'
        ' src="https://b.example/wp-content/uploads/2025/09/quay.jpg" alt="" width="1024"'
        ' height="683" /></a>Text</p>',
        "quay.jpg",
    ),
    "wordpress, block": (
        '<figure class="wp-block-image size-large"><img fetchpriority="high"'
        ' decoding="async" width="1024" height="576" src="/uploads/gate-1024x576.png"'
        ' srcset="/uploads/gate-300x169.png 300w" class="wp-image-7"/></figure>',
        "gate-1024x576.png",
    ),
    "wordpress, featured picture first": (
        '<div style="float:right"><img width="300" height="200" src="/f-300x200.jpg"'
        ' class="attachment-medium size-medium wp-post-image" alt=""></div><p>x</p>',
        "f-300x200.jpg",
    ),
    "wordpress, emoji before it": (f"<p>{_EMOJI}</p><img src=/after.jpg>", "after.jpg"),
    "wordpress.com, face before it": (f"{_FACE}<img src=/photo.jpg>", "photo.jpg"),
    "wordpress.com, counter before it": (f"{_COUNTER}<img src=/p.jpg>", "p.jpg"),
    "jetpack": (
        '<img data-recalc-dims="1" src="https://i0.wp.com/b.example/x.jpg?resize=640%2C427'
        '&#038;ssl=1" alt="A">',
        "x.jpg?resize=640%2C427&ssl=1",
    ),
    "jetpack, lazy": (
        f'<img src="{_DATA}" data-lazy-src="https://i0.wp.com/b.example/lazy.jpg">',
        "lazy.jpg",
    ),
    "jetpack, tiled gallery": (
        '<div class="tiled-gallery"><div class="gallery-row"><a href="#"><img'
        ' data-orig-file="/one.jpg" src="/one.jpg?w=300&h=200"></a></div></div>',
        "one.jpg",
    ),
    "blogger, separator": (
        '<div class="separator" style="clear: both;"><a href="https://bp.example/a/AVvX"'
        ' imageanchor="1"><img border="0" src="https://bp.example/img/a/AVvX=w640-h480"'
        ' width="640"></a></div>',
        "AVvX=w640-h480",
    ),
    "blogger, old": (
        '<a onblur="try {}"><img style="margin: 0px auto;" border="0" alt=""'
        ' src="http://1.bp.example/-x/TY/AAA/s400/IMG_1.JPG" id="BLOGGER_PHOTO_ID_5"></a>',
        "s400/IMG_1.JPG",
    ),
    "medium": (
        '<figure><img alt="" src="https://cdn-images-1.example/max/1024/1*abc.jpeg" />'
        '</figure><p>x</p><img src="https://medium.com/_/stat?event=post" width="1"'
        ' height="1">',
        "1*abc.jpeg",
    ),
    "medium, snippet": (
        '<div class="medium-feed-item"><p class="medium-feed-image"><a href="/p"><img'
        ' src="https://cdn-images-1.example/max/2600/0*s.png" width="4000"></a></p></div>',
        "0*s.png",
    ),
    "substack": (
        '<div class="captioned-image-container"><figure><a class="image-link" href="#">'
        '<div class="image2-inset"><picture><source type="image/webp" srcset="https://'
        'sub.example/fetch/w_424/https%3A%2F%2Fs3.example%2F5dc6.jpeg 424w"><img src='
        '"https://sub.example/fetch/w_1456/https%3A%2F%2Fs3.example%2F5dc6.jpeg" width='
        '"1456" height="971" class="sizing-normal" alt=""></picture></div></a></figure>',
        "w_1456",
    ),
    "ghost": (
        '<img src="https://g.example/content/images/2025/09/cover.jpg" alt="Cover"><p>x',
        "cover.jpg",
    ),
    "ghost, card": (
        '<figure class="kg-card kg-image-card kg-card-hascaption"><img src="/i/kg.webp"'
        ' class="kg-image" loading="lazy" width="2000" height="1333" srcset="/s/kg.webp'
        ' 600w" sizes="(min-width: 720px) 720px"><figcaption>x</figcaption></figure>',
        "kg.webp",
    ),
    "tumblr, npf": (
        '<div class="npf_row"><figure class="tmblr-full" data-orig-height="1080"><img'
        ' src="https://64.media.example/1/s640x960/2.jpg" data-orig-width="1080"'
        ' srcset="https://64.media.example/1/s75x75_c1/2.jpg 75w"/></figure></div>',
        "s640x960/2.jpg",
    ),
    "tumblr, old": (
        '<img src="https://66.media.example/tumblr_abc_500.jpg"/><br/><br/><p>x</p>',
        "tumblr_abc_500.jpg",
    ),
    "reddit": (
        '<table> <tr><td> <a href="https://r.example/1"> <img src="https://b.thumbs.example'
        '/AbC.jpg" alt="Title" title="Title" /> </a> </td><td> submitted by </td></tr>',
        "AbC.jpg",
    ),
    "flickr": (
        '<p><a href="https://f.example/p/ann/">Ann</a> posted a photo:</p><p><a href="#">'
        '<img src="https://live.example/65535/5_m.jpg" width="240" height="160" alt="">'
        "</a></p>",
        "5_m.jpg",
    ),
    "xkcd": (
        '<img src="https://imgs.comic.example/comics/tides.png" title="t" alt="t" />',
        "tides.png",
    ),
    "comic in a paragraph": ('<p><img src="2025-09-01.gif" /></p>', "2025-09-01.gif"),
    "github release": (
        '<h2>New</h2><p><a target="_blank" rel="noopener noreferrer" href="#"><img src='
        '"https://user-images.example/1/shot.png" alt="shot" style="max-width: 100%;">',
        "shot.png",
    ),
    "github, badges first": (
        '<p><img src="https://img.shields.io/badge/a-b.svg"><img src="/demo.gif"></p>',
        "demo.gif",
    ),
    "hugo": ('<figure><img src="/images/a_hu123_0_700x0.jpg"></figure>', "a_hu123"),
    "jekyll, relative": (
        '<p><img src="../assets/plot.png" alt="Plot"></p>',
        "plot.png",
    ),
    "squarespace": (
        '<div class="sqs-block-image"><noscript><img src="https://sq.example/1/x.jpg">'
        '</noscript><img class="thumb-image" data-src="https://sq.example/1/x.jpg"'
        ' data-image="https://sq.example/1/x.jpg" data-load="false"></div>',
        "sq.example/1/x.jpg",
    ),
    "wix": (
        '<img src="https://wix.example/media/a~mv2.jpg/v1/fit/w_1000,h_600/file.png">',
        "a~mv2.jpg",
    ),
    "shopify": (
        '<p><img src="//sh.example/files/Bag_1024x1024.jpg?v=1" alt="Bag"></p>',
        "sh.example/files/Bag_1024x1024.jpg",
    ),
    "drupal": (
        '<div class="field field--name-field-image"><img loading="lazy" src="/sites/default'
        '/files/styles/large/public/a.jpg?itok=x" width="480" height="320" alt="" /></div>',
        "public/a.jpg",
    ),
    "typo3, lazy": (f'<img src="{_DATA}" data-src="/fileadmin/x.jpg">', "x.jpg"),
    "lazysizes": (
        '<img class="lazyload" src="/img/placeholder.png" data-srcset="/a-400.jpg 400w,'
        ' /a-800.jpg 800w" data-sizes="auto">',
        "a-800.jpg",
    ),
    "rocket lazy load": (
        f'<img src="{_DATA}" data-lazy-src="/rocket.jpg"><noscript><img src="/rocket.jpg">'
        "</noscript>",
        "rocket.jpg",
    ),
    "only in noscript": (
        f'<img src="{_DATA}" class="lazy"><noscript><img src="/nos.jpg" alt=""></noscript>',
        "nos.jpg",
    ),
    "nitropack": (f'<img src="{_DATA}" nitro-lazy-src="/nitro.jpg">', "nitro.jpg"),
    "a3 lazy load": ('<img src="/lazy_placeholder.gif" data-src="/a3.jpg">', "a3.jpg"),
    "unveil": ('<img src="/img/blank.gif" data-original="/un.jpg">', "un.jpg"),
    "native lazy": ('<img loading="lazy" src="/native.jpg">', "native.jpg"),
    "amp": ('<amp-img src="/amp.jpg" width="600" height="400"></amp-img>', "amp.jpg"),
    "picture without a source in it": (
        '<picture><source media="(min-width: 600px)" srcset="/wide.webp 1200w"><img'
        ' alt=""></picture>',
        "wide.webp",
    ),
    "srcset only": ('<img srcset="/s1.jpg 1x, /s2.jpg 2x" alt="">', "s1.jpg"),
    "newspaper, figure": (
        '<figure class="media media--image"><div class="media__ratio"><img src="'
        f'{_CDN}/img/media/ab/0_0_3000_1800/master/3000.jpg?width=460&quality=85&s=1">'
        "</div><figcaption>A man. Photograph: Ann</figcaption></figure>",
        "3000.jpg",
    ),
    "newspaper, thumbor": (
        f'<figure><img alt="" src="{_CDN}/thumbor/xY_/0x0:2040x1360/1310x873/up/foo.jpg"/>',
        "foo.jpg",
    ),
    "newspaper, arc": (
        f'<img src="{_CDN}/resizer/v2/ABC.jpg?auth=1&width=1200&height=630" width="1200">',
        "ABC.jpg",
    ),
    "broadcaster": (f'<img src="{_CDN}/ace/standard/976/cpsprodpb/1.jpg">', "1.jpg"),
    "technology magazine": (
        '<figure class="intro-image intro-left"> <img src="https://c.example/hero-800x450.'
        'jpg" alt="H"> <p class="caption" style="font-size: 0.8em"></p></figure><div>',
        "hero-800x450.jpg",
    ),
    "slashdot-like, signs after": (
        '<img src="/topic/story.jpg"><div class="share_submission"><img src='
        '"https://a.example/icons/twitter_icon_large.png"></div>',
        "story.jpg",
    ),
    "planet, face of the author first": (
        '<img class="face" src="/heads/ann.png" width="48" height="64" alt=""><p><img'
        ' src="/shot.png"></p>',
        "shot.png",
    ),
    "mastodon": (
        '<p>Look!</p><a href="#"><img src="https://files.example/media_attachments/1/'
        'original/2.png" alt="A heron"></a>',
        "original/2.png",
    ),
    "youtube as a picture": (
        '<a href="https://y.example/watch?v=1"><img src="https://i.example/vi/1/0.jpg">',
        "vi/1/0.jpg",
    ),
    "cover of a book": (
        '<img src="/covers/l/9.jpg" width="128" height="200">',
        "9.jpg",
    ),
    "wide banner": ('<img src="/banner.jpg" width="728" height="90">', "banner.jpg"),
    "upper case": ('<P><IMG SRC="/OLD.GIF" WIDTH=320 HEIGHT=200 BORDER=0>', "OLD.GIF"),
    "single quotes": ("<img alt='it''s' src='/single.jpg'>", "single.jpg"),
    "no quotes": ("<img src=/bare.jpg alt=x>", "bare.jpg"),
    "address with spaces": ('<img src="/my photo.jpg">', "my%20photo.jpg"),
    "address in another script": (
        '<img src="/zdjęcia/łódź.jpg">',
        "%C5%82%C3%B3d%C5%BA",
    ),
    "text first": (f"<p>{'word ' * 2000}</p><img src=/late.jpg>", "late.jpg"),
    "many signs first": (f"{_EMOJI * 30}<img src=/after-all.jpg>", "after-all.jpg"),
    "commented out first": ("<!-- <img src=/no.jpg> --><img src=/yes.jpg>", "yes.jpg"),
    "avatar, the film": ('<img src="/avatar-the-film/poster.jpg">', "poster.jpg"),
}

NO_PICTURE: dict[str, str] = {
    "emoji": f"<p>Hello {_EMOJI}</p>",
    "twitter's emoji": '<img draggable="false" class="emoji" src="/72x72/1f600.png">',
    "mastodon's emoji": '<img src="/custom_emojis/images/1/static/x.png" class="x">',
    "face": _FACE,
    "counter": _COUNTER,
    "counter without a size": '<img src="https://feeds.feedburner.com/~r/a/~4/x">',
    "counter of a size": '<img src="https://a.example/t.gif" height="1" width="1"/>',
    "button": '<img src="/share-button.png"><img src="/images/social/rss.png">',
    "badge": '<img src="https://img.shields.io/npm/v/x.png">',
    "divider": '<img src="/line.gif" width="500" height="5">',
    "old button": '<img src="/valid.gif" width="88" height="31">',
    "placeholder alone": f'<img src="{_DATA}">',
    "drawing": '<img src="/logo.svg" alt="Logo">',
    "no address": "<img alt=x>",
    "none": "<p>Only words about &lt;img src=x&gt;.</p>",
}

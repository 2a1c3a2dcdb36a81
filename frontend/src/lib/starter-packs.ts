// Well-known public feeds to begin with, by subject. Names are proper names: not translated.

export const PACKS = [
  "science",
  "technology",
  "programming",
  "world",
  "portuguese",
  "polish",
  "comics",
  "design",
] as const;
export type PackName = (typeof PACKS)[number];

export interface StarterFeed {
  title: string;
  url: string;
}

export const STARTER_PACKS: Record<PackName, readonly StarterFeed[]> = {
  science: [
    { title: "Quanta Magazine", url: "https://www.quantamagazine.org/feed/" },
    { title: "Nature", url: "https://www.nature.com/nature.rss" },
    { title: "NASA", url: "https://www.nasa.gov/feed/" },
    { title: "New Scientist", url: "https://www.newscientist.com/feed/home/" },
    { title: "Phys.org", url: "https://phys.org/rss-feed/" },
    { title: "ScienceDaily", url: "https://www.sciencedaily.com/rss/all.xml" },
    { title: "Ars Technica Science", url: "https://feeds.arstechnica.com/arstechnica/science" },
  ],
  technology: [
    { title: "Ars Technica", url: "https://feeds.arstechnica.com/arstechnica/index" },
    { title: "The Verge", url: "https://www.theverge.com/rss/index.xml" },
    { title: "Wired", url: "https://www.wired.com/feed/rss" },
    { title: "MIT Technology Review", url: "https://www.technologyreview.com/feed/" },
    { title: "IEEE Spectrum", url: "https://spectrum.ieee.org/feeds/feed.rss" },
    { title: "EFF", url: "https://www.eff.org/rss/updates.xml" },
    { title: "Krebs on Security", url: "https://krebsonsecurity.com/feed/" },
    { title: "Hacker News", url: "https://news.ycombinator.com/rss" },
  ],
  programming: [
    { title: "Simon Willison", url: "https://simonwillison.net/atom/everything/" },
    { title: "Julia Evans", url: "https://jvns.ca/atom.xml" },
    { title: "Martin Fowler", url: "https://martinfowler.com/feed.atom" },
    { title: "LWN.net", url: "https://lwn.net/headlines/rss" },
    { title: "The GitHub Blog", url: "https://github.blog/feed/" },
    { title: "The Go Blog", url: "https://go.dev/blog/feed.atom" },
    { title: "Rust Blog", url: "https://blog.rust-lang.org/feed.xml" },
    { title: "Lobsters", url: "https://lobste.rs/rss" },
  ],
  world: [
    { title: "BBC News: World", url: "https://feeds.bbci.co.uk/news/world/rss.xml" },
    { title: "The Guardian: World", url: "https://www.theguardian.com/world/rss" },
    { title: "Al Jazeera", url: "https://www.aljazeera.com/xml/rss/all.xml" },
    { title: "Deutsche Welle", url: "https://rss.dw.com/rdf/rss-en-all" },
    { title: "France 24", url: "https://www.france24.com/en/rss" },
    { title: "NPR", url: "https://feeds.npr.org/1001/rss.xml" },
    { title: "UN News", url: "https://news.un.org/feed/subscribe/en/news/all/rss.xml" },
  ],
  portuguese: [
    { title: "BBC News Brasil", url: "https://feeds.bbci.co.uk/portuguese/rss.xml" },
    {
      title: "Agência Brasil",
      url: "https://agenciabrasil.ebc.com.br/rss/ultimasnoticias/feed.xml",
    },
    { title: "G1", url: "https://g1.globo.com/rss/g1/" },
    {
      title: "Folha de S.Paulo",
      url: "https://feeds.folha.uol.com.br/emcimadahora/rss091.xml",
    },
    { title: "DW Brasil", url: "https://rss.dw.com/rdf/rss-br-all" },
    { title: "Agência Pública", url: "https://apublica.org/feed/" },
    { title: "Tecnoblog", url: "https://tecnoblog.net/feed/" },
    { title: "Observador", url: "https://observador.pt/feed/" },
  ],
  polish: [
    { title: "TVN24", url: "https://tvn24.pl/najnowsze.xml" },
    { title: "RMF24", url: "https://www.rmf24.pl/feed" },
    { title: "Polsat News", url: "https://www.polsatnews.pl/rss/wszystkie.xml" },
    { title: "Rzeczpospolita", url: "https://www.rp.pl/rss_main" },
    { title: "Kultura Liberalna", url: "https://kulturaliberalna.pl/feed/" },
    { title: "Spider’s Web", url: "https://spidersweb.pl/feed" },
    { title: "Niebezpiecznik", url: "https://niebezpiecznik.pl/feed/" },
    { title: "Zaufana Trzecia Strona", url: "https://zaufanatrzeciastrona.pl/feed/" },
  ],
  comics: [
    { title: "xkcd", url: "https://xkcd.com/atom.xml" },
    {
      title: "Saturday Morning Breakfast Cereal",
      url: "https://www.smbc-comics.com/comic/rss",
    },
    { title: "Dinosaur Comics", url: "https://www.qwantz.com/rssfeed.php" },
    { title: "Poorly Drawn Lines", url: "https://poorlydrawnlines.com/feed/" },
    { title: "Questionable Content", url: "https://www.questionablecontent.net/QCRSS.xml" },
    { title: "The Oatmeal", url: "https://theoatmeal.com/feed/rss" },
  ],
  design: [
    { title: "Colossal", url: "https://www.thisiscolossal.com/feed/" },
    { title: "Dezeen", url: "https://www.dezeen.com/feed/" },
    { title: "Smashing Magazine", url: "https://www.smashingmagazine.com/feed/" },
    { title: "A List Apart", url: "https://alistapart.com/main/feed/" },
    { title: "CSS-Tricks", url: "https://css-tricks.com/feed/" },
    { title: "Nielsen Norman Group", url: "https://www.nngroup.com/feed/rss/" },
    { title: "swissmiss", url: "https://www.swiss-miss.com/feed" },
  ],
};

const OWN_PACKS: Record<string, PackName> = { "pt-BR": "portuguese", pl: "polish" };

/** Return the packs, the one in the reader's own language first. */
export function packsFor(language: string): PackName[] {
  const own = OWN_PACKS[language];
  const others = PACKS.filter((name) => name !== own);
  return own ? [own, ...others] : others;
}

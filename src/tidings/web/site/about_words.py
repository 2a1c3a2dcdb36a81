"""The words of the page about this installation, in every language; values are put in
escaped."""

from tidings.web.site.page_language import Language

DAYS: dict[Language, tuple[str, str]] = {
    "en": ("day", "days"),
    "pt-BR": ("dia", "dias"),
    "pl": ("dzień", "dni"),
}
TITLE: dict[Language, str] = {
    "en": "About this feed reader",
    "pt-BR": "Sobre este leitor de feeds",
    "pl": "O tym czytniku kanałów",
}
CONTACT: dict[Language, str] = {
    "en": 'The administrator can be reached here: <a href="{link}">{shown}</a>',
    "pt-BR": 'Fale com quem administra esta instalação: <a href="{link}">{shown}</a>',
    "pl": 'Kontakt z osobą, która prowadzi tę instalację: <a href="{link}">{shown}</a>',
}
WITHOUT_CONTACT: dict[Language, str] = {
    "en": "The administrator has not published a contact address. Everything"
    " above works without one.",
    "pt-BR": "Quem administra esta instalação não publicou um contato. Tudo o que está"
    " acima funciona sem ele.",
    "pl": "Osoba, która prowadzi tę instalację, nie podała kontaktu. Wszystko powyżej"
    " działa bez niego.",
}
PAGE: dict[Language, str] = {
    "en": """<p class="lead">Tidings, a feed reader, runs at {base_url}. It fetches feeds for the
      people who have an account here.</p>
      <section>
        <h2>What it fetches</h2>
        <p>Feeds that somebody here subscribed to, each once for all of its readers; and for
        them site icons, the articles that feeds point to, and the pictures and sounds in
        them. When somebody adds a website, it looks there for a feed.</p>
        <p>It does not crawl: it follows no links from page to page. It does not read
        <code>robots.txt</code>, because like a browser it fetches what a person asked
        for.</p>
      </section>
      <section>
        <h2>How often</h2>
        <ul>
          <li>A feed is checked about every {interval}: as often as every {often} if it
          publishes a lot, only every {seldom} if it rarely does. Scheduled checks of a feed are at least
          {minimum} apart. Readers can set another interval for a feed, and ask for a
          check.</li>
          <li>Feeds, articles and icons of one server: at most {at_a_time} at a time,
          with a pause of at least {pause}.</li>
          <li>Checks send <code>If-None-Match</code> and <code>If-Modified-Since</code>, so a
          feed without news costs you a <code>304</code>, and accept compressed
          answers.</li>
        </ul>
      </section>
      <section>
        <h2>How to slow it down or stop it</h2>
        <ul>
          <li><code>Cache-Control: max-age</code> or <code>Expires</code>: the feed is not
          checked on schedule before then, up to {maximum}.</li>
          <li><code>Retry-After</code> with <code>429</code> or <code>503</code>: the feed
          waits as long as you say, up to {longest_retry}; other feeds on the same server wait
          too, up to {longest_hold}.</li>
          <li><code>ttl</code>, <code>skipHours</code>, <code>skipDays</code> and
          <code>sy:updatePeriod</code> in the feed count, the intervals up to a day, unless a
          reader set an interval.</li>
          <li>Errors: the feed waits longer each time, up to {longest_retry}. After
          {failures} failures in a row the wait is {probe}, later {last_probe}.</li>
          <li><code>410 Gone</code>: after two in a row at the latest, the feed is not checked
          again until a reader asks for it.</li>
        </ul>
      </section>
      <section>
        <h2>Contact</h2>
        <p>{contact}</p>
      </section>
      <footer><a href="/">Start page</a></footer>""",
    "pt-BR": """<p class="lead">Em {base_url} funciona o Tidings, um leitor de feeds. Ele busca
      feeds para as pessoas que têm conta aqui.</p>
      <section>
        <h2>O que ele busca</h2>
        <p>Feeds que alguém daqui assina, cada um uma só vez para todos os seus leitores; e,
        para eles, ícones de sites, os artigos para os quais os feeds apontam e as imagens e os
        sons deles. Quando alguém adiciona um site, ele procura um feed ali.</p>
        <p>Ele não é um rastreador: não segue links de página em página. Ele não lê
        <code>robots.txt</code> porque, como um navegador, busca o que uma pessoa pediu.</p>
      </section>
      <section>
        <h2>Com que frequência</h2>
        <ul>
          <li>Um feed é verificado mais ou menos a cada {interval}: até a cada {often} se
          publica muito, só a cada {seldom} se publica raramente. Entre duas verificações
          programadas de um feed passam pelo menos {minimum}. Leitores podem definir outro
          intervalo para um feed e pedir uma verificação.</li>
          <li>Feeds, artigos e ícones de um mesmo servidor: no máximo {at_a_time} por vez,
          com uma pausa de pelo menos {pause}.</li>
          <li>As verificações enviam <code>If-None-Match</code> e
          <code>If-Modified-Since</code>, então um feed sem novidades custa apenas um
          <code>304</code>, e aceitam respostas compactadas.</li>
        </ul>
      </section>
      <section>
        <h2>Como desacelerar ou interromper</h2>
        <ul>
          <li><code>Cache-Control: max-age</code> ou <code>Expires</code>: antes disso não há
          verificação programada do feed, até {maximum}.</li>
          <li><code>Retry-After</code> com <code>429</code> ou <code>503</code>: o feed espera
          o tempo que você indicar, até {longest_retry}; outros feeds do mesmo servidor também
          esperam, até {longest_hold}.</li>
          <li><code>ttl</code>, <code>skipHours</code>, <code>skipDays</code> e
          <code>sy:updatePeriod</code> no feed são respeitados, os intervalos até um dia, a
          menos que um leitor tenha definido um intervalo.</li>
          <li>Erros: o feed espera cada vez mais, até {longest_retry}. Depois de
          {failures} falhas seguidas, a espera é de {probe}, mais tarde de {last_probe}.</li>
          <li><code>410 Gone</code>: no máximo depois de dois seguidos, o feed não é mais
          verificado até que um leitor peça.</li>
        </ul>
      </section>
      <section>
        <h2>Contato</h2>
        <p>{contact}</p>
      </section>
      <footer><a href="/">Página inicial</a></footer>""",
    "pl": """<p class="lead">Pod adresem {base_url} działa Tidings, czytnik kanałów. Pobiera
      kanały dla osób, które mają tu konto.</p>
      <section>
        <h2>Co pobiera</h2>
        <p>Kanały, które ktoś tu subskrybuje, każdy raz dla wszystkich jego czytelników, a do
        nich ikony stron, artykuły, do których prowadzą kanały, oraz obrazy i dźwięki z nich.
        Gdy ktoś dodaje stronę, czytnik szuka na niej kanału.</p>
        <p>Nie jest robotem indeksującym: nie podąża za linkami od strony do strony. Nie czyta
        <code>robots.txt</code>, bo jak przeglądarka pobiera to, o co ktoś poprosił.</p>
      </section>
      <section>
        <h2>Jak często</h2>
        <ul>
          <li>Kanał jest sprawdzany mniej więcej co {interval}: nawet co {often}, jeśli
          publikuje dużo, a tylko co {seldom}, jeśli rzadko. Między dwoma zaplanowanymi
          sprawdzeniami kanału mija co najmniej {minimum}. Czytelnicy mogą ustawić dla kanału
          inny odstęp i poprosić o sprawdzenie.</li>
          <li>Kanały, artykuły i ikony z jednego serwera: najwyżej {at_a_time} naraz,
          z przerwą co najmniej {pause}.</li>
          <li>Sprawdzenia wysyłają <code>If-None-Match</code> i
          <code>If-Modified-Since</code>, więc kanał bez nowości kosztuje tylko odpowiedź
          <code>304</code>, i przyjmują odpowiedzi skompresowane.</li>
        </ul>
      </section>
      <section>
        <h2>Jak go spowolnić lub zatrzymać</h2>
        <ul>
          <li><code>Cache-Control: max-age</code> lub <code>Expires</code>: wcześniej nie ma
          zaplanowanych sprawdzeń kanału, najdłużej przez {maximum}.</li>
          <li><code>Retry-After</code> z <code>429</code> lub <code>503</code>: kanał czeka
          tak długo, jak podasz, najdłużej {longest_retry}; inne kanały z tego samego serwera
          też czekają, najdłużej {longest_hold}.</li>
          <li><code>ttl</code>, <code>skipHours</code>, <code>skipDays</code> i
          <code>sy:updatePeriod</code> w kanale są respektowane, odstępy do jednego dnia,
          chyba że czytelnik ustawił własny odstęp.</li>
          <li>Błędy: kanał czeka coraz dłużej, najwyżej {longest_retry}. Po
          {failures} błędach z rzędu przerwa wynosi {probe}, później {last_probe}.</li>
          <li><code>410 Gone</code>: najpóźniej po dwóch z rzędu kanał nie jest sprawdzany,
          dopóki czytelnik o to nie poprosi.</li>
        </ul>
      </section>
      <section>
        <h2>Kontakt</h2>
        <p>{contact}</p>
      </section>
      <footer><a href="/">Strona startowa</a></footer>""",
}

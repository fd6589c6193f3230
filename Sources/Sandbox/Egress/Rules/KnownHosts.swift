/// Names that a policy should not mention without a thought.
///
/// The lists are short on purpose: they warn, they decide nothing. A warning has to know by name whom it
/// is about. Registries of packages are not among them: which ones there are is for their clients to say,
/// and a machine's index is often a mirror of its own. They hold well-known names out of
/// general knowledge; the Public Suffix List (publicsuffix.org) is where to look for more.
enum KnownHosts {
  /// Suffixes under which registries sell names to anybody, besides all single labels.
  static let publicSuffixes: Set<String> = [
    "co.uk", "org.uk", "ac.uk", "gov.uk", "me.uk", "com.au", "net.au", "org.au", "co.nz", "co.jp",
    "ne.jp", "or.jp", "com.br", "com.cn", "net.cn", "org.cn", "com.mx", "com.ar", "com.tr",
    "com.tw",
    "co.kr", "co.in", "co.za", "co.il", "com.sg", "com.hk", "com.my", "com.ua", "com.pl", "co.id",
    "in-addr.arpa", "ip6.arpa", "eu.org", "uk.com", "us.com", "de.com", "gb.net", "com.de",
  ]

  /// Suffixes below which every customer has a host of his own.
  static let multiTenantSuffixes: Set<String> = [
    "github.io", "githubusercontent.com", "githubpreview.dev", "app.github.dev", "gitlab.io",
    "herokuapp.com", "vercel.app", "netlify.app", "pages.dev", "workers.dev", "r2.dev", "fly.dev",
    "onrender.com", "railway.app", "replit.dev", "repl.co", "glitch.me", "surge.sh", "deno.dev",
    "amazonaws.com", "cloudfront.net", "elasticbeanstalk.com", "awsapprunner.com", "on.aws",
    "appspot.com", "run.app", "cloudfunctions.net", "web.app", "firebaseapp.com", "firebaseio.com",
    "googleapis.com", "googleusercontent.com", "azurewebsites.net", "azureedge.net",
    "azurestaticapps.net", "core.windows.net", "cloudapp.net", "cloudapp.azure.com",
    "trafficmanager.net",
    "azurefd.net", "digitaloceanspaces.com", "ondigitalocean.app", "backblazeb2.com",
    "wasabisys.com", "supabase.co", "ngrok.io", "ngrok.app", "ngrok-free.app", "trycloudflare.com",
    "loca.lt", "serveo.net", "localhost.run", "fastly.net", "akamaized.net", "akamaihd.net",
    "b-cdn.net",
    "edgekey.net", "duckdns.org", "no-ip.org", "dyndns.org", "nip.io", "sslip.io", "xip.io",
    "blogspot.com", "wordpress.com", "myshopify.com", "sharepoint.com", "webflow.io", "wixsite.com",
    "oast.fun", "oast.live", "oast.pro", "burpcollaborator.net", "interact.sh", "requestbin.net",
    "pipedream.net", "webhook.site", "hf.space", "readthedocs.io", "streamlit.app", "ts.net",
  ]

  /// Hosts on which whoever has an account can put bytes and name them.
  static let uploadHosts: Set<String> = [
    "github.com", "api.github.com", "gist.github.com", "uploads.github.com", "gitlab.com",
    "bitbucket.org", "codeberg.org", "sr.ht", "s3.amazonaws.com", "storage.googleapis.com",
    "pastebin.com", "transfer.sh", "file.io", "0x0.st", "paste.rs", "ix.io", "termbin.com",
    "hastebin.com", "slack.com", "hooks.slack.com", "discord.com", "api.telegram.org",
    "dropbox.com", "content.dropboxapi.com",
    "drive.google.com", "docs.google.com", "api.openai.com", "api.anthropic.com", "api.notion.com",
    "sentry.io", "webhook.site", "httpbin.org", "postman-echo.com",
  ]

  /// Hosts that resolve names over HTTPS, so that an allowed one is a way around the resolver.
  static let resolvers: Set<String> = [
    "dns.google", "dns.google.com", "dns64.dns.google", "cloudflare-dns.com", "one.one.one.one",
    "1dot1dot1dot1.cloudflare-dns.com", "mozilla.cloudflare-dns.com", "chrome.cloudflare-dns.com",
    "security.cloudflare-dns.com", "family.cloudflare-dns.com", "dns.quad9.net", "dns9.quad9.net",
    "dns10.quad9.net", "dns11.quad9.net", "doh.opendns.com", "doh.familyshield.opendns.com",
    "dns.adguard.com", "dns.adguard-dns.com", "unfiltered.adguard-dns.com", "dns.nextdns.io",
    "doh.cleanbrowsing.org", "doh.dns.sb", "dns.sb", "doh.li", "doh.ffmuc.net", "dns.alidns.com",
    "doh.pub", "dns.mullvad.net", "doh.mullvad.net", "freedns.controld.com", "dns.controld.com",
    "ordns.he.net", "doh.libredns.gr", "odvr.nic.cz", "dns.switch.ch",
    "dns.digitale-gesellschaft.ch",
    "doh.applied-privacy.net", "dns.twnic.tw", "doh.360.cn", "doh.xfinity.com", "dns0.eu",
    "dns.njal.la",
    "anycast.uncensoreddns.org", "unicast.uncensoreddns.org", "dns.dnshome.de", "jp.tiar.app",
  ]

  /// Whether a name is in a list, or below an entry.
  static func holds(_ list: Set<String>, orParentOf name: HostName) -> String? {
    var labels = name.labels[...]
    while !labels.isEmpty {
      let text = labels.joined(separator: ".")
      if list.contains(text) { return text }
      labels = labels.dropFirst()
    }
    return nil
  }

  /// Whether anybody can register a name directly below.
  static func isPublicSuffix(_ name: HostName) -> Bool {
    name.labels.count == 1 || publicSuffixes.contains(name.text)
  }
}

/** What the program is, in the help and the man page. */
export const DESCRIPTION = 'Web pages to clean Markdown: a service, a command line, a library.';

/** Examples in the help of each command, by its path: what follows the name of the program, and what it does. */
export const EXAMPLES: Readonly<Record<string, readonly (readonly [line: string, does: string])[]>> = {
  serve: [
    ['serve', 'on http://127.0.0.1:8787, keys printed at the first start'],
    ['serve --port 9000 --open', 'on another port, and the playground in your browser'],
  ],
  convert: [
    ['convert https://example.com/ -o page.md', 'a page into a file'],
    ['convert report.pdf --text', 'a file as plain text'],
    ['convert - --url https://example.com/ < page.html', 'what is piped in, its links below that address'],
    [
      'convert https://example.com/ --cookie-file cookies.txt',
      'a page of your own, with the cookies of your browser',
    ],
    ['convert 127.0.0.1:3000/docs', 'a page of this machine; needs PAGEMARK_FETCH_ALLOW=127.0.0.1:3000'],
  ],
  explain: [['explain page.html --text "Subscribe"', 'which step removed a text, or why it stays']],
  batch: [
    ['batch urls.txt --out pages', 'a file a page; run it again to go on'],
    ['batch urls.txt --out vault --assets --frontmatter', 'notes with their pictures, for Obsidian'],
    ['batch - --out pages --concurrency 4 < urls.txt', 'a list that is piped in'],
  ],
  map: [['map https://example.com/ > urls.txt', 'a list for batch, without what robots.txt disallows']],
  crawl: [
    ['crawl https://example.com/ --out site', 'a file a page; run it again to go on'],
    ['crawl https://example.com/docs/ --include /docs/ --limit 500 --out docs', 'a part of it'],
  ],
  keys: [['keys create --plan free', 'the first key']],
  'keys create': [
    ['keys create --plan free --name laptop', 'a key; it is shown once'],
    ['keys create --plan growth --expires 2027-01-31T00:00:00Z --json', 'one that ends, as JSON'],
  ],
  'keys list': [['keys list --json', 'all keys, without their secrets']],
  'keys revoke': [['keys revoke key_01', 'the id is the one of "keys list"']],
  'keys credit': [['keys credit key_01 1000', 'a thousand requests past the hourly limit']],
  'keys usage': [['keys usage key_01 --days 7', 'calls, CPU and bytes of a week, by day']],
  'keys quota': [
    ['keys quota key_01 50000', 'at most so many calls a month'],
    ['keys quota key_01 none', 'no such bound'],
  ],
  usage: [
    ['usage', 'what every key and licence used this month'],
    ['usage --month 2026-10 --json', 'in another one, as JSON'],
  ],
  'usage export': [
    ['usage export --month 2026-11 > november.csv', 'for a table'],
    ['usage export --month 2026-11 --format jsonl', 'a JSON object a line'],
  ],
  licenses: [['licenses create', 'the first licence']],
  'licenses create': [['licenses create --ai-calls 500 --name "A. Stream"', '500 AI calls a month']],
  'licenses list': [['licenses list', 'all licences, without their keys']],
  'licenses revoke': [['licenses revoke lic_01', 'the id is the one of "licenses list"']],
  mcp: [['mcp', 'what the configuration of an editor starts; docs/mcp.md has one for each']],
  'mcp install': [
    ['mcp install vscode', 'shows what .vscode/mcp.json becomes, and asks'],
    ['mcp install cursor --stdio --yes', 'have Cursor start this command line, without a service'],
    ['mcp install generic --print', 'only show it'],
  ],
  migrate: [['migrate', 'before a new version starts, where several processes share a store']],
  backup: [['backup backup-today.db', 'while the service runs; docs/operations.md restores it']],
  top: [
    ['top', 'refreshed every second; needs PAGEMARK_ADMIN_TOKEN, here and at the service'],
    ['top --url http://127.0.0.1:9000 --json', 'of another process, once'],
  ],
  export: [
    ['export backup.jsonl', 'keys as hashes, licences, credits and AI usage; with the service stopped'],
  ],
  import: [['import backup.jsonl', 'into a store that is empty']],
  doctor: [['doctor --json', 'every check with its result, for a monitor']],
  completion: [
    ['completion bash > ~/.local/share/bash-completion/completions/pagemark', 'for good, in bash'],
    ['completion zsh', 'to be sourced in ~/.zshrc'],
  ],
};

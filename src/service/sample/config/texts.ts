/** Hostile texts, as real chains contain them: anyone can write any bytes into a name, a message or a revert reason. */
export const HOSTILE_TEXTS = {
  html: '<script>alert("sample")</script><b>Bold</b>',
  handler: '"><img src=x onerror=alert(1)>',
  markdown: '[Claim now](javascript:alert(1)) **1,000,000 USD**',
  long: 'Very long name, as nothing limits it. '.repeat(132).slice(0, 5000),
  control: 'Tab\tand\u0000null\u0007bell\u001b[31mred\u001b[0m\r\nnew line\u0085\u2028',
  bidi: 'Refund \u202egnp.eulb-ydnac\u202c\u2066 (verified)\u2069',
  zalgo: 'Z̸̡͓̪̈́̌̾a̷̧̛̱̎̐̕l̶̢̖̼̔̑̅g̴̨̗̲̓̽̆o̵̢̯̘͐̓̕',
  invisible: 'USD\u200b\u200dC\u00ad\ufeff',
  lookalike: 'Sаmple Dоllar', // Cyrillic а and о
  surrogate: 'half a pair \ud83d here',
  sql: "Robert'); DROP TABLE tokens;--",
  template: '${7*7} {{7*7}} %s %n <%= 7*7 %>',
} as const

/** Names in many scripts. */
export const SCRIPT_TEXTS = {
  chinese: '星辰币',
  arabic: 'دينار رقمي',
  hebrew: 'שקל דיגיטלי (USD 100%)',
  emoji: '🦄🌈 Unicorn 👩‍👩‍👧‍👦🏳️‍🌈',
  japanese: 'さくらコイン',
  hindi: 'डिजिटल रुपया',
  thai: 'เหรียญช้าง',
  greek: 'Δραχμή',
  russian: 'Цифровой рубль',
  korean: '한빛 코인',
  combining: 'e\u0301toile a\u030a o\u0308',
} as const

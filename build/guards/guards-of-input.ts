/** Guards of input from servers, nodes, files and pages, and their attacks. */
import type { Guard } from './guard.ts'

const FETCH = 'src/core/media/fetch-public.test.ts'
const IMAGES = 'src/core/media/image-handlers.test.ts'
const EXCHANGE = 'src/platform/http/exchange.test.ts'
const METADATA = 'src/core/media/fetch-metadata.test.ts'
const FIND_ALL = 'src/core/sources/find-all.test.ts'
const DETECT = 'src/core/sources/check/detect-node.test.ts'

const anyKeys = [
  'src/shared/lossless-json.ts',
  'if (count > max) throw new TooManyValuesError()',
  '',
] as const

export const INPUT_GUARDS: readonly Guard[] = [
  {
    test: 'src/shared/text/create-translator.test.ts',
    title: 'are English where a broken catalogue has something else in their place',
    out: [['src/shared/text/create-translator.ts', 'isForm(found) ? found : undefined', '(found as Form)']],
  },
  {
    test: 'src/renderer/entities/flow/picture/write-svg.test.ts',
    title: 'hostile names and notes are text in a picture',
    out: [['src/renderer/entities/flow/picture/write-svg.ts', ".replaceAll('<', '&lt;')", '']],
  },
  {
    test: 'src/shared/text/hostile-text.test.ts',
    title: 'behind an amount the unit',
    out: [['src/shared/text/hostile-text.ts', 'LIKE_A_NUMBER.test(plain) ? `“${plain}”` : plain', 'plain']],
  },
  {
    test: EXCHANGE,
    title: 'connects to the address that it has checked, and checks again at the next connection',
    out: [
      [
        'src/platform/http/public-ip-address.ts',
        'addresses.filter(({ address }) => isPublicIpAddress(address))',
        'addresses',
      ],
    ],
  },
  {
    test: 'src/renderer/lists/view/ListView.browser.test.ts',
    title: 'on paper a method is text in one line, with a sign for what can’t be seen',
    out: [
      [
        'src/renderer/lists/export/print-rows.ts',
        'visible(printed ? printed.text(item) : text(item, context))',
        'printed ? printed.text(item) : text(item, context)',
      ],
    ],
  },
  {
    test: 'src/core/cases/bad-files.test.ts',
    title: 'hostile text is kept as text, and what can’t be read of a row stands for itself',
    out: [
      [
        'src/core/cases/import-case.ts',
        "title: plainName(tab.title.replaceAll(OWN_MARK, ''), MAX_TITLE_LENGTH)",
        'title: tab.title.slice(0, MAX_TITLE_LENGTH)',
      ],
    ],
  },
  ...(
    [
      ['src/shared/text/gettext.test.ts', 'puts values in as they are, once'],
      ['src/renderer/ui/grid/DataGrid.browser.test.ts', 'what was found may be written like a place'],
    ] as const
  ).map(([test, title]): Guard => ({
    test,
    title,
    out: [
      [
        'src/shared/text/gettext.ts',
        '  return text.replace(/%',
        '  for (const [name, value] of Object.entries(values)) text = text.replace(`%{${name}}`, String(value))\n  return text.replace(/%',
      ],
    ],
  })),
  {
    test: 'build/catalogues.test.ts',
    title: 'is wrong where a form of a count has a placeholder that is not given',
    out: [['build/catalogues.ts', "isWithin(each, text + (many ?? ''))", 'each !== text']],
  },
  {
    test: 'src/core/cases/bad-files.test.ts',
    title: '500 MB are refused before they are read',
    out: [
      [
        'src/core/cases/read-case.ts',
        "  if (bytes > MAX_CASE_BYTES) throw refuse({ kind: 'file_too_large', bytes, maxBytes: MAX_CASE_BYTES })\n",
        '',
      ],
    ],
  },
  {
    test: 'src/core/cases/bad-files.test.ts',
    title: 'a line has no more in it than its schema names',
    out: [
      [
        'src/core/cases/read-case.ts',
        "if (findExceededLimit(value, BOUNDS)) throw refuse('case_damaged')",
        '',
      ],
    ],
  },
  {
    test: 'src/core/cases/bad-files.test.ts',
    title: 'a line is no longer than one may be',
    out: [
      ['src/core/cases/read-case.ts', 'line.length > MAX_LINE_LENGTH || ', ''],
      ['src/core/cases/read-case.ts', 'if (waiting.length > MAX_LINE_LENGTH)', 'if (waiting.length < 0)'],
    ],
  },
  {
    test: 'src/core/cases/bad-files.test.ts',
    title: 'a line is no longer than one may be',
    out: [['src/core/cases/read-case.ts', "if (rows > MAX_ROWS) throw refuse('case_damaged')", '']],
  },
  {
    test: FETCH,
    title: 'ends in bounded time',
    out: [['src/core/media/fetch-public.ts', 'timeouts: { totalMs: options.timeoutMs }', 'timeouts: {}']],
  },
  {
    test: FETCH,
    title: 'tells public addresses from special ones',
    out: [['src/platform/http/public-ip-address.ts', "global.check(plain, 'ipv6') && ", '']],
  },
  {
    test: FETCH,
    title: 'tells public addresses from special ones',
    out: [['src/platform/http/public-ip-address.ts', "  ['192.88.99.0', 24],\n", '']],
  },
  {
    test: EXCHANGE,
    title: 'of all that is read, also where no body comes of it: empty lines',
    out: [['src/platform/http/send-request.ts', 'if (socket.bytesRead > atMost) onTooMuch()', '']],
  },
  {
    test: DETECT,
    title: 'reads no more than a node would say',
    out: [['src/core/sources/check/detect-node.ts', 'maxBytes: MAX_BYTES', 'maxBytes: Infinity']],
  },
  {
    test: 'src/platform/http/proxy.test.ts',
    title: 'a URL that a stranger chose reaches public addresses only, also by a proxy',
    out: [
      [
        'src/platform/http/send-request.ts',
        'isByProxy ? await findPublicAddress(url) : undefined',
        'undefined && isByProxy && findPublicAddress',
      ],
    ],
  },
  {
    test: EXCHANGE,
    title: 'of a POST to another host',
    out: [
      [
        'src/platform/http/exchange.ts',
        "const policy = method === 'POST' ? 'same-host' : redirects",
        'const policy = redirects',
      ],
    ],
  },
  {
    test: DETECT,
    title: 'follows no redirect',
    out: [['src/core/sources/check/detect-node.ts', "redirects: 'none'", "redirects: 'any'"]],
  },
  {
    test: 'src/platform/json-rpc/socket-transport.test.ts',
    title: 'a message of 200 MB is refused at its first bytes, and never read',
    out: [['src/platform/json-rpc/socket-transport.ts', 'maxPayload: maxBytes', 'maxPayload: 0']],
  },
  {
    test: FIND_ALL,
    title: 'is sent to nobody',
    out: [['src/core/sources/check/parse-node-url.ts', '(hasScheme || isHost(text))', 'text']],
  },
  {
    test: FIND_ALL,
    title: 'a key of Pro goes to Pro alone',
    out: [['src/core/sources/find-all.ts', 'if (isProKey(text))', "if (text === '')"]],
  },
  {
    test: 'src/core/sources/source-handlers.test.ts',
    title: 'whose check is redirected is asked no further',
    out: [['src/core/sources/fetch-json.ts', "redirects: 'none'", "redirects: 'any'"]],
  },
  {
    test: 'src/core/api-client/read/bad-responses.test.ts',
    title: 'too much of it',
    out: [
      ['src/core/api-client/read/read-page.ts', 'findExceededLimit(raw) ? UNREAD : read(raw)', 'read(raw)'],
    ],
  },
  {
    test: 'src/core/api-client/read/bad-responses.test.ts',
    title: 'empty objects without an end',
    out: [['src/shared/lossless-json.ts', 'if (values > bounds.values) throw new TooManyValuesError()', '']],
  },
  ...(
    [
      ['src/core/api-client/read/bad-responses.test.ts', 'keys of an item without an end'],
      ['src/core/cases/bad-files.test.ts', 'a row of keys without an end'],
      ['src/core/watchlist/import-watchlist.test.ts', 'an entry of keys without an end'],
      ['src/core/abi/lists/signature-lists.test.ts', 'a million in one object of JSON'],
    ] as const
  ).map(([test, title]): Guard => ({ test, title, out: [anyKeys] })),
  {
    test: 'src/service/indexer/store-contract.test.ts',
    title: 'cursors of numbers beyond any chain are pages or refused',
    out: [['src/service/http/cursor.ts', 'pattern: /^\\d{1,10}$/', 'pattern: /^\\d{1,15}$/']],
  },
  {
    test: 'src/shared/rpc/server.test.ts',
    title: 'whose reply can not be sent',
    out: [['src/shared/rpc/server.ts', 'return toError(name, error)\n        }', 'throw error\n        }']],
  },
  {
    test: 'src/host/core-link.test.ts',
    title: 'blocks the request on whose response the core crashed three times',
    out: [['src/host/core-link.ts', '      crashes.recordCrash()\n', '']],
  },
  {
    test: 'src/host/core-link.test.ts',
    title: 'a real core that dies of an answer three times',
    out: [
      ['src/core/api-client/create-api-client.ts', 'if (crashGuard.isBlocked(name))', 'if (name === "")'],
    ],
  },
  {
    test: 'src/shared/text/csv-cell.test.ts',
    title: 'no table program finds a formula',
    out: [['src/shared/text/csv-cell.ts', `.replace(WITHIN, "$&'")`, '']],
  },
  {
    test: 'src/core/watchlist/import-watchlist.test.ts',
    title: 'a line of commas makes no millions of cells',
    out: [['src/core/watchlist/read-csv.ts', 'if (cells.length === MAX_CELLS) {', 'if (cells.length < 0) {']],
  },
  {
    test: 'src/platform/log/terminal.test.ts',
    title: 'a text of a node reaches no terminal',
    out: [['src/platform/log/terminal.ts', "replaceInvisible(text.toWellFormed(), '�')", 'text']],
  },
  {
    test: IMAGES,
    title: 'shows no AVIF, behind a box that says another size',
    out: [['src/core/media/image-size.ts', "'/meta/iprp/ipco': 0,", '']],
  },
  {
    test: IMAGES,
    title: 'shows no AVIF, whose frames',
    out: [
      [
        'src/core/media/image-size.ts',
        'for (const frame of frames ?? []) add(frame.width, frame.height)',
        '',
      ],
    ],
  },
  {
    test: IMAGES,
    title: 'shows no AVIF, animated, whose frames',
    out: [['src/core/media/image-size.ts', 'streams.push(bytes.subarray(chunk))', 'void chunk']],
  },
  {
    test: IMAGES,
    title: 'shows no PNG that would become gigabytes',
    out: [
      [
        'src/core/media/image-handlers.ts',
        'if (size.width * size.height > MAX_PIXELS)',
        'if (size.width < 0)',
      ],
    ],
  },
  {
    test: 'src/core/abi/lists/signature-lists.test.ts',
    title: 'a million equal rows in 2 kB',
    out: [['src/core/abi/lists/parquet/decode-page.ts', 'if (!(left >= 0))', 'if (left === 0.5)']],
  },
  {
    test: METADATA,
    title: 'asks no private address',
    out: [
      [
        'src/platform/http/send-request.ts',
        "if (publicOnly && isIP(literal) !== 0 && !isPublicIpAddress(literal)) return { kind: 'private_address' }",
        '',
      ],
    ],
  },
  {
    test: METADATA,
    title: 'asks no private address',
    out: [
      [
        'src/core/media/web-addresses.ts',
        'if (!url.href.startsWith(base) || url.href === base || ENCODED_SLASH.test(url.pathname)) return []',
        '',
      ],
    ],
  },
  ...(
    [
      [
        'src/host/node-worker.ts',
        '(mayDownload ? fetchMetadata(link) : Promise.resolve(null))',
        'fetchMetadata(link)',
      ],
      [
        'src/platform/http/send-request.ts',
        "if (publicOnly && isIP(literal) !== 0 && !isPublicIpAddress(literal)) return { kind: 'private_address' }",
        '',
      ],
    ] as const
  ).map((out): Guard => ({
    test: 'src/host/node-threads.test.ts',
    title: 'fetches the metadata of an opened NFT through the guard',
    out: [out],
  })),
  ...(
    [
      ["plainName(read.name, MAX_CASE_NAME_LENGTH) || 'Case'", 'read.name'],
      ["plainName(source.name) || 'A source'", 'source.name'],
      ['cleanLabel(label.label)', 'label.label'],
    ] as const
  ).map(([find, replace]): Guard => ({
    test: 'src/core/cases/bad-files.test.ts',
    title: 'hostile text is kept as text',
    out: [['src/core/cases/import-case.ts', find, replace]],
  })),
  {
    test: 'src/core/abi/lists/signature-lists.test.ts',
    title: 'a page of 2^24 values',
    out: [['src/core/abi/lists/parquet/decode-page.ts', '  budget.pay(count * 4)\n', '']],
  },
  {
    test: 'src/renderer/entities/token/NftImage.browser.test.ts',
    title: 'pictures of a view are shown as long as there is room',
    out: [['src/renderer/stores/pixel-budget.ts', 'pixels + picture.pixels <= maxPixels', 'true']],
  },
  {
    test: 'src/core/abi/abi-handlers.test.ts',
    title: 'a file of keys without an end',
    out: [['src/shared/abi/read-abi-file.ts', 'parseLosslessJson(text, BOUNDS).json', 'JSON.parse(text)']],
  },
  {
    test: 'src/core/media/image-size.test.ts',
    title: 'an AVIF that says it is smaller than its frames',
    out: [
      [
        'src/core/media/image-size.ts',
        'for (const frame of frames ?? []) add(frame.width, frame.height)',
        '',
      ],
    ],
  },
  {
    test: 'src/core/media/web-addresses.test.ts',
    title: 'in it is not asked',
    out: [['src/core/media/web-addresses.ts', '|| ENCODED_SLASH.test(url.pathname)', '']],
  },
  {
    test: 'src/platform/json-rpc/socket-transport.test.ts',
    title: 'a message in pieces without an end',
    out: [['src/platform/json-rpc/socket-transport.ts', 'maxPayload: maxBytes', 'maxPayload: 0']],
  },
  {
    test: 'src/core/media/image-handlers.test.ts',
    title: 'asks again for what was kept by a clock',
    out: [
      [
        'src/core/media/image-handlers.ts',
        'Math.abs(Date.now() - kept.readAt)',
        '(Date.now() - kept.readAt)',
      ],
    ],
  },
]

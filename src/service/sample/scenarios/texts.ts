import { ROLE } from '../config/addresses.ts'
import { HOSTILE_TEXTS } from '../config/texts.ts'
import type { TemplateBuilder } from '../templates/template-builder.ts'
import { tokenConfig, type TokenKey } from '../config/tokens.ts'
import { payFromExchange, FEE_ALLOWANCE, POST, sendTokens, type Scenario } from './scenario.ts'

const MANY_SCRIPTS: readonly TokenKey[] = [
  'star',
  'dinar',
  'unicorn',
  'shekel',
  'rupee',
  'points',
  'nameless',
  'zalgo',
]
const HOSTILE_TOKENS: readonly TokenKey[] = ['markup', 'long', 'control']
const ALL_HOSTILE_TEXTS = Object.values(HOSTILE_TEXTS)

/** Tokens with names in many scripts, without decimals, or without a name. */
export const manyScripts: Scenario = (builder, user, templateIndex) => {
  payFromExchange(builder, user, FEE_ALLOWANCE)
  for (const offset of [0, 3, 5]) {
    const token = MANY_SCRIPTS[(templateIndex + offset) % MANY_SCRIPTS.length] ?? 'star'
    sendTokens(builder, token, ROLE.hub, user, randomAmount(builder, token))
  }
  const token = MANY_SCRIPTS[templateIndex % MANY_SCRIPTS.length] ?? 'star'
  sendTokens(builder, token, user, ROLE.collector, 1n)
}

/** Texts in transaction inputs, tokens with hostile names, and a confidential amount. */
export const hostileTexts: Scenario = (builder, user, templateIndex) => {
  const text = ALL_HOSTILE_TEXTS[templateIndex % ALL_HOSTILE_TEXTS.length] ?? ''
  payFromExchange(builder, user, 2n * FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    to: ROLE.board,
    gas: 180_000,
    call: {
      signature: POST,
      args: () => [text, [text, 'a second line'], [['mood', HOSTILE_TEXTS.handler]]],
    },
  })
  builder.transaction({
    from: ROLE.hub,
    to: user,
    value: 0n,
    data: Buffer.from(text).toString('hex'),
    gas: 30_000,
  })
  const token = HOSTILE_TOKENS[templateIndex % HOSTILE_TOKENS.length] ?? 'markup'
  sendTokens(builder, token, ROLE.hub, user, randomAmount(builder, token))
  const secret = builder.random.amount(6, 9)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.veiled,
    gas: 310_000,
    call: {
      signature: 'confidentialTransfer(address to, bytes32 encryptedAmount, bytes inputProof)',
      args: (period) => [period.address(user), `0x${'7984'.repeat(16)}`, `0x${'00'.repeat(96)}`],
    },
  })
  builder.transfer('veiled', ROLE.hub, user, secret)
}

/** Up to about ten thousand whole tokens, fewer if the token has many decimals. */
const randomAmount = (builder: TemplateBuilder, token: TokenKey) => {
  const decimals = Math.min(Number(tokenConfig(token).decimals ?? '0'), 18)
  return builder.random.amount(decimals, decimals + 5)
}

import { ROLE } from '../config/addresses.ts'
import { HOSTILE } from '../config/texts.ts'
import type { PlanBuilder } from '../templates/template-builder.ts'
import { tokenKind, type TokenKey } from '../config/tokens.ts'
import { pay, POCKET_MONEY, send, type Story } from './scenario.ts'

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
const HOSTILE_TEXTS = Object.values(HOSTILE)

/** Tokens with names in many scripts, without decimals, without a name. */
export const scripts: Story = (plan, user, planNumber) => {
  pay(plan, user, POCKET_MONEY)
  for (const offset of [0, 3, 5]) {
    const token = MANY_SCRIPTS[(planNumber + offset) % MANY_SCRIPTS.length] ?? 'star'
    send(plan, token, ROLE.hub, user, someOf(plan, token))
  }
  const token = MANY_SCRIPTS[planNumber % MANY_SCRIPTS.length] ?? 'star'
  send(plan, token, user, ROLE.collector, 1n)
}

/** Texts left on the chain, tokens with names nobody should render, and an amount nobody may know. */
export const words: Story = (plan, user, planNumber) => {
  const text = HOSTILE_TEXTS[planNumber % HOSTILE_TEXTS.length] ?? ''
  pay(plan, user, 2n * POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.board,
    gas: 180_000,
    call: {
      signature: 'post(string subject, string[] lines, (string key, string value)[] tags)',
      args: () => [text, [text, 'a second line'], [['mood', HOSTILE.handler]]],
    },
  })
  plan.transaction({
    from: ROLE.hub,
    to: user,
    value: 0n,
    data: Buffer.from(text).toString('hex'),
    gas: 30_000,
  })
  const token = HOSTILE_TOKENS[planNumber % HOSTILE_TOKENS.length] ?? 'markup'
  send(plan, token, ROLE.hub, user, someOf(plan, token))
  const secret = plan.random.amount(6, 9)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.veiled,
    gas: 310_000,
    call: {
      signature: 'confidentialTransfer(address to, bytes32 encryptedAmount, bytes inputProof)',
      args: (names) => [names.address(user), `0x${'7984'.repeat(16)}`, `0x${'00'.repeat(96)}`],
    },
  })
  plan.transfer('veiled', ROLE.hub, user, secret)
}

/** Up to some ten thousand whole tokens; less of one whose decimals leave no room for that. */
const someOf = (plan: PlanBuilder, token: TokenKey) => {
  const decimals = Math.min(Number(tokenKind(token).decimals ?? '0'), 18)
  return plan.random.amount(decimals, decimals + 5)
}

import type { CheckedBalance } from '../sync/facts/verify-balances.ts'
import type { InstanceKey } from '../sync/facts/nft-metadata.ts'

/** What a page would show and the index does not have yet: it is asked for, and the page read again. */
export class Missing {
  readonly kinds = new Set<number>()
  /** Contracts whose code is to be looked at: which of a person's own they are, and what is behind them. */
  readonly codes = new Set<number>()
  readonly tokens = new Set<number>()
  readonly instances = new Map<string, InstanceKey>()
  /** Balances shown, to be compared with what the token says. */
  balances: CheckedBalance[] = []
  /** Blocks whose call frames are waited for. */
  readonly frames = new Set<number>()

  instance(token: number, tokenId: Uint8Array) {
    this.instances.set(`${String(token)}:${Buffer.from(tokenId).toString('hex')}`, { token, tokenId })
  }

  get isEmpty(): boolean {
    return (
      this.kinds.size === 0 &&
      this.codes.size === 0 &&
      this.tokens.size === 0 &&
      this.instances.size === 0 &&
      this.balances.length === 0 &&
      this.frames.size === 0
    )
  }
}

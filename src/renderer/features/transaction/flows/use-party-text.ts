import { $gettext } from '#shared/text/gettext.ts'
import { describeImitation } from '#renderer/entities/address/address-cell.ts'
import { nameOfAddress } from '#renderer/entities/address/address-name.ts'
import { isScamAddress } from '#shared/chain/reputation.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'
import { useImitated } from '#renderer/entities/address/use-imitated.ts'
import { nameWarning } from '#renderer/entities/name-mark.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { partyLabel, type Warning } from './flow-labels.ts'
import type { Party } from './flows.ts'

/** The name of a party in the flow picture, and the warnings that lists show for an address, as words. */
export function usePartyText() {
  const addressName = useAddressName()
  const own = useAddressLabels()
  const imitated = useImitated()

  function warningOf(party: Party): Warning | undefined {
    if (party.kind !== 'address') return undefined
    const whom = imitated.value.get(party.key)
    if (whom !== undefined) {
      const { name, title } = describeImitation(whom, own.labels)
      return { label: $gettext('not %{name}', { name }), title }
    }
    if (isScamAddress(party.address))
      return { label: $gettext('scam'), title: $gettext('Marked as a scam by the source') }
    const name = nameOfAddress(party.address, own.labels)
    return name && !name.own ? nameWarning(name.raw) : undefined
  }
  return { labelOf: (party: Party) => partyLabel(party, addressName), warningOf }
}

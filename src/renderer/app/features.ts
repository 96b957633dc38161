/** All features of the window. To add one, make a folder under features/ and add a line here. */
import type { Feature } from '#renderer/features/feature.ts'
import { abis } from '#renderer/features/abis/feature.ts'
import { activity } from '#renderer/features/activity/feature.ts'
import { address } from '#renderer/features/address/feature.ts'
import { approvals } from '#renderer/features/approvals/feature.ts'
import { block } from '#renderer/features/block/feature.ts'
import { check } from '#renderer/features/check/feature.ts'
import { contract } from '#renderer/features/contract/feature.ts'
import { cases } from '#renderer/features/cases/feature.ts'
import { data } from '#renderer/features/data/feature.ts'
import { everywhere } from '#renderer/features/everywhere/feature.ts'
import { exports } from '#renderer/features/exports/feature.ts'
import { firstRun } from '#renderer/features/first-run/feature.ts'
import { flow } from '#renderer/features/flow/feature.ts'
import { group } from '#renderer/features/group/feature.ts'
import { home } from '#renderer/features/home/feature.ts'
import { keep } from '#renderer/features/keep/feature.ts'
import { keptSearch } from '#renderer/features/kept-search/feature.ts'
import { ledger } from '#renderer/features/ledger/feature.ts'
import { nft } from '#renderer/features/nft/feature.ts'
import { omnibox } from '#renderer/features/omnibox/feature.ts'
import { outsideLink } from '#renderer/features/outside-link/feature.ts'
import { questions } from '#renderer/features/questions/feature.ts'
import { recent } from '#renderer/features/recent/feature.ts'
import { settings } from '#renderer/features/settings/feature.ts'
import { shortcuts } from '#renderer/features/shortcuts/feature.ts'
import { sources } from '#renderer/features/sources/feature.ts'
import { token } from '#renderer/features/token/feature.ts'
import { transaction } from '#renderer/features/transaction/feature.ts'
import { watchlist } from '#renderer/features/watchlist/feature.ts'

/** In the order of their commands. */
export const features: readonly Feature[] = [
  home,
  address,
  everywhere,
  group,
  contract,
  approvals,
  ledger,
  flow,
  transaction,
  block,
  check,
  token,
  nft,
  watchlist,
  activity,
  keep,
  sources,
  settings,
  keptSearch,
  questions,
  cases,
  omnibox,
  recent,
  data,
  exports,
  abis,
  firstRun,
  shortcuts,
  outsideLink,
]

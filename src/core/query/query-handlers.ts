/** The calls `rows.*`. */
import type { rowCalls } from '#shared/rpc/contract/rows.ts'
import { isSet } from '#shared/lists/can-be-kept.ts'
import { isInChainOrder } from '#shared/lists/merged-lists.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import { ownersIn } from './lists-in-scope.ts'
import type { QuestionsBySource } from './questions-by-source.ts'
import { MOVEMENTS } from '#shared/rpc/contract/row-limits.ts'
import type {
  ActivityAnswer,
  ActivityInput,
  QuestionCall,
  FindAnswer,
  FindInput,
  PlaceAnswer,
  PlaceInput,
  ShownInput,
  SourceFacts,
  TotalsAnswer,
  TotalsInput,
} from './questions.ts'

export interface RowHandlersDeps {
  readonly questions: Pick<QuestionsBySource, 'of'>
  readonly reading: Pick<ArchiveReading, 'sources'>
  readonly sources: Pick<Sources, 'find' | 'all'>
}

export function rowHandlers({
  questions,
  reading,
  sources,
}: RowHandlersDeps): Pick<Handlers, keyof typeof rowCalls> {
  const factsFor = (scope: TotalsInput['scope']): Readonly<Record<string, SourceFacts>> => {
    const ids =
      scope.of === 'list'
        ? [scope.source]
        : [...(scope.sources ?? reading.sources()), ...sources.all().map(({ id }) => id)]
    return Object.fromEntries(
      ids.flatMap((id): [string, SourceFacts][] => {
        const source = sources.find(id)
        return source ? [[id, { coin: source.coin, chainId: source.chainId, name: source.name }]] : []
      }),
    )
  }
  function ask(asked: QuestionCall, signal: AbortSignal) {
    const { scope } = asked.input
    // Throws for a list that can't be of several addresses.
    ownersIn(scope)
    requireSameKind(asked.input)
    const comparedScope = asked.input.beside?.scope
    if (comparedScope) ownersIn(comparedScope)
    return questions
      .of(scope)
      .ask({ ...asked, facts: factsFor(scope) }, signal, comparedScope && questions.of(comparedScope).target)
  }
  return {
    'rows.find': async (input, { signal }) => {
      requireTime(input)
      return (await ask({ call: 'find', input }, signal)) as FindAnswer
    },
    'rows.place': async (input, { signal }) => {
      requireChainOrder(input)
      return (await ask({ call: 'place', input }, signal)) as PlaceAnswer
    },
    'rows.totals': async (input, { signal }) => {
      requireOneKind(input)
      return (await ask({ call: 'totals', input }, signal)) as TotalsAnswer
    },
    'rows.activity': async (input, { signal }) => {
      requireOneKind(input)
      return (await ask({ call: 'activity', input }, signal)) as ActivityAnswer
    },
  }
}

/** Rows of several kinds can be sorted by time only. */
function requireTime({ kind, sort }: FindInput) {
  if (kind === MOVEMENTS && sort && sort.by !== 'time') throw invalidInput('sort.by', 'unexpected_input')
}

/** Compared lists must have rows of the same kind. */
function requireSameKind({ scope, beside }: Pick<ShownInput, 'scope' | 'beside'>) {
  if (!beside || (scope.of === 'list' && scope.list === beside.scope.list)) return
  const field = scope.of === 'list' ? 'beside.scope.list' : 'beside'
  throw invalidInput(field, 'unexpected_input')
}

/** The list must be in chain order, which a sort parameter of the source may change. */
function requireChainOrder({ scope }: PlaceInput) {
  if (scope.of === 'list' && isInChainOrder(scope.list) && !isSorted(scope.filters)) return
  const field = scope.of === 'list' ? 'scope.list' : 'scope'
  throw invalidInput(field, 'unexpected_input')
}
const isSorted = ({ sort, order }: Readonly<Record<string, unknown>>) => isSet(sort) || isSet(order)

/** Counts must be of one kind on one chain. */
function requireOneKind({ scope, kind }: ActivityInput) {
  if (scope.of === 'list') return
  const field = kind === undefined ? 'kind' : scope.sources?.length === 1 ? undefined : 'scope.sources'
  if (field !== undefined) throw invalidInput(field, 'unexpected_input')
}

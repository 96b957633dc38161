/** Encodes the topics and data of a log, and finds the topics that it has in every period. */
import type { AbiEvent, Hex } from 'viem'
import { encodeAbiParameters, parseAbiItem, toEventSelector } from 'viem/utils'
import type { LogArgument, PeriodContext, TemplateLog } from '../templates/period-template.ts'

export interface ParsedEvent {
  readonly item: AbiEvent
  readonly selector: Hex
}

const known = new Map<string, ParsedEvent>()

export function parseEvent(event: string): ParsedEvent {
  let found = known.get(event)
  if (!found) {
    const item = parseAbiItem([`event ${event}`] as readonly string[])
    if (item.type !== 'event') throw new TypeError(`not an event: ${event}`)
    found = { item, selector: toEventSelector(item) }
    known.set(event, found)
  }
  return found
}

/** The arguments of a log in one period, in the form that its encoding takes. */
export const logValues = ({ args }: TemplateLog, period: PeriodContext): readonly unknown[] =>
  args.map((argument) => valueIn(argument, period))

function valueIn(argument: LogArgument, period: PeriodContext): unknown {
  if (typeof argument !== 'object' || Array.isArray(argument)) return argument
  return 'role' in argument ? period.address(argument.role) : period.nft((argument as NftArgument).nft)
}
type NftArgument = Extract<LogArgument, { readonly nft: unknown }>

export function encodeLog(log: TemplateLog, period: PeriodContext): { topics: Hex[]; data: Hex } {
  const values = logValues(log, period)
  if (log.event === null) return { topics: [], data: values[0] as Hex }
  const { item, selector } = parseEvent(log.event)
  const indexed = item.inputs.flatMap((input, index) =>
    input.indexed ? [encodeAbiParameters([input], [values[index]])] : [],
  )
  const others = item.inputs.filter((input) => !input.indexed)
  return {
    topics: [selector, ...indexed],
    data: encodeAbiParameters(
      others,
      values.filter((_, index) => !item.inputs[index]?.indexed),
    ),
  }
}

/** The arguments of a log that are topics. */
export function indexedArguments({ event, args }: TemplateLog): readonly LogArgument[] {
  if (event === null) return []
  const { inputs } = parseEvent(event).item
  return args.filter((_, index) => inputs[index]?.indexed)
}

const topicsByLog = new WeakMap<TemplateLog, readonly string[]>()

/** The topics that are the same in every period: the event's own, and those of plain values. */
export function constantTopics(log: TemplateLog): readonly string[] {
  let topics = topicsByLog.get(log)
  if (topics) return topics
  topics = []
  if (log.event !== null) {
    const { item, selector } = parseEvent(log.event)
    topics = [
      selector,
      ...item.inputs.flatMap((input, index) => {
        const argument = log.args[index]
        return input.indexed && typeof argument !== 'object' ? [encodeAbiParameters([input], [argument])] : []
      }),
    ]
  }
  topicsByLog.set(log, topics)
  return topics
}

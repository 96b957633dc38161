/** What settings are read with: for the core. The window needs the types alone. */
import * as z from 'zod/mini'
import { languages } from './languages.ts'
import { allKeys, isShortcutKey, SHORTCUTS } from './shortcuts.ts'

const key = z.string().check(z.refine(isShortcutKey))

/** The keys a person chose. No two shortcuts have the same one, those left as they were included. */
const chosenKeys = z
  .partialRecord(z.enum(SHORTCUTS), key)
  .check(z.refine((chosen) => new Set(Object.values(allKeys(chosen))).size === SHORTCUTS.length))

/** Of the archive. */
const MIN_KEPT_MEGABYTES = 50
const MAX_KEPT_MEGABYTES = 1_000_000

/** What a person has set; what is absent has its default. */
export const settings = z.object({
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** `pseudo` marks every text, for tests and developers. */
  language: z.optional(z.enum(['system', ...languages, 'pseudo'])),
  time: z.optional(z.enum(['relative', 'absolute'])),
  zone: z.optional(z.enum(['local', 'utc'])),
  images: z.optional(z.boolean()),
  foldScam: z.optional(z.boolean()),
  /** Shortcuts of one letter, digit or sign (WCAG 2.1.4). */
  singleKeys: z.optional(z.boolean()),
  /** Which of them have another key than at first. */
  shortcuts: z.optional(chosenKeys),
  /** By list id, or the name of another table: which columns show and how wide (px) they are. */
  columns: z.optional(
    z.record(
      z.string(),
      z.object({
        hidden: z.optional(z.array(z.string())),
        widths: z.optional(z.record(z.string(), z.number())),
      }),
    ),
  ),
  /** By source id: filters that the source refused to know, each with its list and the dialect it was asked in. */
  refusedFilters: z.optional(z.record(z.string(), z.array(z.string().check(z.maxLength(200))))),
  nftView: z.optional(z.enum(['grid', 'list'])),
  /** Whether watched addresses are polled in the background, and whether on a metered connection too. */
  pollInBackground: z.optional(z.boolean()),
  pollOnMetered: z.optional(z.boolean()),
  /** New activity is shown as system notifications. */
  notifyActivity: z.optional(z.boolean()),
  /** What is read from sources is kept on this machine, up to so many megabytes. */
  keepRead: z.optional(z.boolean()),
  keepMegabytes: z.optional(z.int().check(z.minimum(MIN_KEPT_MEGABYTES), z.maximum(MAX_KEPT_MEGABYTES))),
  /** All sources are asked for an address without a question before it (`/everywhere/ADDRESS`). */
  askEverywhere: z.optional(z.boolean()),
  /** Sources that are not asked there, by id. */
  leftOutEverywhere: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))),
  /** Chains where an address has nothing are hidden there. */
  hideEmptyEverywhere: z.optional(z.boolean()),
  /** What was offered once and turned down, or read, by name: it is not shown again. */
  dismissed: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100))),
})

/** The schema of the settings, for the core. The window needs only the types. */
import * as z from 'zod/mini'
import { WORD_KINDS } from './abi/read-words.ts'
import { languages } from './languages.ts'
import { allKeys, isShortcutKey, SHORTCUTS } from './shortcuts.ts'

const key = z.string().check(z.refine(isShortcutKey))

/** The keys that a person chose. No two shortcuts may have the same key, including those with their default. */
const chosenKeys = z
  .partialRecord(z.enum(SHORTCUTS), key)
  .check(z.refine((chosen) => new Set(Object.values(allKeys(chosen))).size === SHORTCUTS.length))

/** The room of the archive. */
const MIN_KEPT_MEGABYTES = 50
const MAX_KEPT_MEGABYTES = 1_000_000

/** The settings that a person changed; an absent one has its default. */
export const settings = z.object({
  /** The colours of the window. */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** The language of the window. `pseudo` marks every text, for tests and developers. */
  language: z.optional(z.enum(['system', ...languages, 'pseudo'])),
  /** Whether lists show ages or times. */
  time: z.optional(z.enum(['relative', 'absolute'])),
  /** The zone of times and of the days that sums are made of. */
  zone: z.optional(z.enum(['local', 'utc'])),
  /** Whether images of NFTs and tokens are loaded. */
  images: z.optional(z.boolean()),
  /** Whether rows that are marked as scam, or imitate a counterparty, are folded. */
  foldScam: z.optional(z.boolean()),
  /** Whether shortcuts of one letter, digit or sign are on (WCAG 2.1.4). */
  singleKeys: z.optional(z.boolean()),
  /** The shortcuts with another key than their default. */
  shortcuts: z.optional(chosenKeys),
  /** By list id, or the name of another table: the visible columns with their widths (px). */
  columns: z.optional(
    z.record(
      z.string(),
      z.object({
        hidden: z.optional(z.array(z.string())),
        widths: z.optional(z.record(z.string(), z.number())),
      }),
    ),
  ),
  /** By source id: filters that the source refused as unknown, each with its list and the dialect of the request. */
  refusedFilters: z.optional(z.record(z.string(), z.array(z.string().check(z.maxLength(200))))),
  /** Whether words of data that no ABI describes are read as hex digits; else as the best guess. */
  hexWords: z.optional(z.boolean()),
  /** What a person read a word of such data as, by the code that wrote it and the word's place in it. */
  words: z.optional(z.record(z.string().check(z.maxLength(200)), z.enum(WORD_KINDS))),
  /** How lists of NFTs are shown. */
  nftView: z.optional(z.enum(['grid', 'list'])),
  /** Whether watched addresses are polled in the background. */
  pollInBackground: z.optional(z.boolean()),
  /** Whether they are polled on a metered connection, too. */
  pollOnMetered: z.optional(z.boolean()),
  /** Whether new activity is shown as system notifications. */
  notifyActivity: z.optional(z.boolean()),
  /** Whether new transactions of watched addresses are compared with a followed node. */
  checkWatched: z.optional(z.boolean()),
  /** Whether data that is read from sources is stored on this machine. */
  keepRead: z.optional(z.boolean()),
  /** How much of it, in megabytes. */
  keepMegabytes: z.optional(z.int().check(z.minimum(MIN_KEPT_MEGABYTES), z.maximum(MAX_KEPT_MEGABYTES))),
  /** Whether all sources are asked for an address without asking the person first (`/everywhere/ADDRESS`). */
  askEverywhere: z.optional(z.boolean()),
  /** Ids of sources that are not asked there. */
  leftOutEverywhere: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))),
  /** Whether chains where the address has nothing (no balance, tokens or rows) are hidden there. */
  hideEmptyEverywhere: z.optional(z.boolean()),
  /** Names of offers and hints that a person has turned down or read: they are not shown again. */
  dismissed: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100))),
})

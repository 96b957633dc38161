/** Our own reasons as sentences: for the window, for a terminal, and for the log. */
import { PARAM_FORMATS } from '#shared/lists/path-params.ts'
import type { Reason, StorageKind, StorageTarget } from './error-reasons.ts'

type PlainReason = Extract<Reason, string>
type ReasonWithParameters = Exclude<Reason, string>

/** One or more whole sentences. */
export function describeReason(reason: Reason): string {
  return typeof reason === 'string' ? SENTENCES[reason] : describeParameters(reason)
}

/** What failed in a storage, by its target: the data folder where none is given. */
export function describeStorage(kind: StorageKind, target?: StorageTarget, pid?: number): string {
  if (target === 'keyring')
    return kind === 'full'
      ? 'The disk is full: the key was not kept.'
      : 'The system’s keyring can’t be used now. The key was not kept.'
  if (kind === 'in_use' && target === 'other_folder')
    return 'Another Chainglass is using that folder. Quit it first.'
  if (kind === 'in_use' && pid !== undefined)
    return `Another Chainglass (process ${String(pid)}) is using this data folder.`
  if (target === 'export') return EXPORT_SENTENCES[kind]
  if (target === 'archive') return ARCHIVE_SENTENCES[kind]
  return (target === 'node_index' ? INDEX_SENTENCES : STORAGE_SENTENCES)[kind]
}

const STORAGE_SENTENCES: Readonly<Record<StorageKind, string>> = {
  in_use: 'Another Chainglass is using this data folder.',
  read_only: 'The data folder can’t be written to.',
  full: 'The disk is full: nothing was saved.',
  damaged: 'The database file is damaged.',
  newer: 'The data was written by a newer version of Chainglass. It was not touched.',
  unreachable: 'The data folder can’t be opened.',
}

const EXPORT_SENTENCES: Readonly<Record<StorageKind, string>> = {
  in_use: 'Another program is using the file.',
  read_only: 'The folder can’t be written to. Nothing was left in it.',
  full: 'The disk is full. Nothing of this export was left on it.',
  damaged: 'The file can’t be written.',
  newer: 'The file can’t be written.',
  unreachable: 'The folder is not there any more.',
}

const ARCHIVE_SENTENCES: Readonly<Record<StorageKind, string>> = {
  in_use: 'Another program uses the file. It stays where it is.',
  read_only: 'This folder can’t be written to. The file stays where it is.',
  full: 'There is no room for it on this disk. The file stays where it is.',
  damaged: 'The file can’t be read. It stays where it is.',
  newer: 'The file was written by a newer version of Chainglass. It stays where it is.',
  unreachable: 'This folder can’t be reached. The file stays where it is.',
}

const INDEX_SENTENCES: Readonly<Record<StorageKind, string>> = {
  in_use: 'Another Chainglass is using the index of this node.',
  read_only: 'The index of this node can’t be written to.',
  full: 'The disk is full: the index of this node can’t be written.',
  damaged: 'The index of this node is damaged.',
  newer: 'The index of this node was written by a newer version of Chainglass. It was not touched.',
  unreachable: 'The index of this node can’t be opened.',
}

function describeParameters(reason: ReasonWithParameters): string {
  switch (reason.kind) {
    case 'format_expected':
      return `Expected ${reason.format === 'chainId' ? 'a chain id: a decimal number' : PARAM_FORMATS[reason.format].description}.`
    case 'one_expected':
      return `Expected one of ${reason.values.join(', ')}.`
    case 'some_expected':
      return `Expected some of ${reason.values.join(', ')}.`
    case 'whole_number_expected':
      return `Expected a whole number from ${String(reason.min)} to ${String(reason.max)}.`
    case 'node_socket':
      return `${reason.scheme}:// is a node’s socket. An instance is read over https.`
    case 'wrong_scheme':
      return `An instance is read over https, not ${reason.scheme}.`
    case 'plain_http':
      return `Use https; http is allowed only on your own network. Write https://${reason.host}.`
    case 'not_an_instance':
      return `“${reason.typed}” is not the address of an instance. Write one like https://eth.blockscout.com.`
    case 'other_api':
      return `${reason.host} has an API of its own, not this one. Use an instance for ${reason.chain} instead.`
    case 'too_many_watched':
      return `More than ${reason.max.toLocaleString('en')} addresses can’t be watched.`
    case 'too_many_abis':
      return `More than ${reason.max.toLocaleString('en')} ABIs can’t be kept. Remove some first.`
    case 'too_many_questions':
      return `More than ${reason.max.toLocaleString('en')} questions can’t be saved. Delete some first.`
    case 'too_many_cases':
      return `There can be ${String(reason.max)} cases here. Remove one first.`
    case 'too_many_notes':
      return `There is no room for more notes here: up to ${reason.max.toLocaleString('en')}, with 2 MB of text together.`
    case 'too_many_entries':
      return `More than ${reason.max.toLocaleString('en')} movements of an address can’t be entered. Delete some first.`
    case 'too_many_exports':
      return `There can be ${String(reason.max)} exports that are not done.`
    case 'too_many_lists':
      return `More than ${reason.max.toLocaleString('en')} lists can’t be kept. Remove one first.`
    case 'file_too_long':
      return `This file has ${reason.rows.toLocaleString('en')} rows. At most ${reason.maxRows.toLocaleString('en')} can be imported at once.`
    case 'file_too_large':
      return `It has ${inMegabytes(reason.bytes)}; up to ${inMegabytes(reason.maxBytes)} are read at once. Nothing was read.`
    case 'too_large':
      return `The response is larger than ${String(Math.round(reason.maxBytes / 1e5) / 10)} MB.`
    case 'too_many_items':
      return `The page has ${String(reason.items)} items.`
    case 'too_many_pixels':
      return `The image has ${reason.width.toLocaleString('en')} × ${reason.height.toLocaleString('en')} pixels, more than are shown.`
    case 'redirect_elsewhere':
      return `It redirects to another host, ${reason.host}.`
    case 'unreadable':
      return `${reason.path === '' ? 'The item' : `\`${reason.path}\``} is ${reason.found}${reason.found === 'missing' ? '' : `, ${reason.expected} was expected`}.`
  }
}

const inMegabytes = (bytes: number) => `${String(Math.round(bytes / 1024 / 1024))} MB`

const SENTENCES: Readonly<Record<PlainReason, string>> = {
  no_such_call: 'There is no such call.',
  no_such_event: 'There is no such event.',
  unexpected_input: 'This is not what the call takes.',
  no_such_parameter: 'This list has no such parameter.',
  no_such_filter: 'This list has no such filter.',
  filter_unknown_to_server: 'The server of this source does not know this filter.',
  true_or_false_expected: 'Expected true or false.',
  refused_by_server: 'The server did not accept the request.',

  empty_url: 'Type the address of an instance, for example https://eth.blockscout.com.',
  not_a_url: 'This is not a URL. Write one like https://eth.blockscout.com.',
  not_a_web_address: 'Expected a web address, for example https://eth.blockscout.com.',
  not_a_data_url: 'This is not a data URL.',
  chain_hash: 'This is an address or a hash of a chain, not a URL.',
  credentials_in_url: 'Leave out the user name and password: a key is set for the source itself.',
  query_in_url: 'It ends before the question mark: a key is set separately.',
  https_only: 'Only https links are opened.',
  bad_node_url: 'The address of a node begins with http://, https://, ws:// or wss://.',
  bad_explorer_link: 'Write a link like https://eth.blockscout.com/{kind}/{id}; it has to begin with https.',

  built_in_source: 'This source comes with the program. It can be hidden, not removed.',
  chain_is_fixed: 'This source is of one chain; that can’t change.',
  chain_id_missing: 'A Pro source needs the number of its chain.',
  not_a_node_source: 'This source is not a followed node.',
  key_not_needed: 'This source needs no key.',
  key_empty: 'Type or paste the key.',
  key_has_blanks: 'A key has no spaces or line breaks in it.',
  key_is_url: 'This is a URL, not a key.',
  key_malformed: 'A key has 8 to 512 letters, digits and signs.',
  key_has_special_letters: 'A key has no blanks and no special letters.',

  not_an_address: 'This is not an address.',
  name_empty: 'Type a name.',
  case_read_only: 'This case is read-only. Make a copy of it to change it.',
  not_a_case: 'This file is not a case. The file of a case ends in .chainglass.',
  case_newer: 'A newer version of Chainglass wrote this case. Nothing of it was read.',
  case_damaged: 'This case can’t be read to its end: it may be damaged. Nothing of it was kept.',
  note_empty: 'Type a note.',
  question_exists: 'There is a question of this name already.',
  entry_exists: 'This address has an entry there already.',
  file_empty: 'This file is empty.',
  file_is_archive: 'This is a spreadsheet or an archive. Save it as CSV first.',
  file_is_pdf: 'This is a PDF. CSV and JSON can be imported.',
  file_is_web_page: 'This is a web page. CSV and JSON can be imported.',
  file_is_binary: 'This is not a text file. CSV and JSON can be imported.',
  file_cut_short: 'This begins like JSON, but can’t be read to its end. The file may be cut short.',
  file_of_too_many_values: 'This file is made of more values than can be read.',
  file_without_addresses: 'There is no address in this file. Each row needs one, beginning with 0x.',

  file_without_signatures: 'No signature can be read from this file.',
  list_not_read: 'This file can’t be read to its end: it may be damaged. Nothing of it was kept.',
  file_without_abi: 'No function, event or error of an ABI can be read from this.',

  folder_not_chosen: 'Choose the folder first.',
  archive_stays: 'It can’t be moved now.',
  archive_is_there: 'It lies in this folder already.',
  folder_has_archive: 'This folder holds another archive already. Choose another folder.',
  folder_not_local: 'Give the whole path of a folder on this machine.',
  folder_missing: 'There is no such folder.',
  folder_is_file: 'This is a file. Give the folder it is in.',
  folder_in_use_here: 'This is the folder that is in use here.',
  folder_without_data: 'There is no data of Chainglass in this folder.',
  folder_too_large: 'The database in this folder is too large.',
  foreign_database: 'The database in this folder is not one of Chainglass.',

  no_such_source: 'This source was removed.',
  no_such_account: 'There is no such account.',
  url_not_kept:
    'The address of this source holds a secret, which is not there any more: it was kept in memory, or the keyring is locked. Add the source again with its whole address.',
  no_chain_chosen: 'Choose a chain of this account first.',
  node_not_followed: 'This node is not followed yet.',
  entry_gone: 'This entry is no longer there.',
  undo_gone: 'This can’t be taken back any more.',
  removal_gone: 'This removal can’t be taken back any more.',
  preview_gone: 'This preview is gone. Choose the file again.',
  no_browser: 'This machine has no browser to open links with.',
  no_file_manager: 'There is no program here that opens folders.',
  no_folder_dialog: 'There is no dialog here: type the path.',
  case_gone: 'This case is not there any more.',
  case_upload_gone: 'The file was not read to its end. Choose it again.',
  note_gone: 'This note is not there any more.',
  question_gone: 'This question is not there any more.',
  export_gone: 'This export is not there any more.',
  ledger_not_whole: 'There is no whole ledger of this address here.',
  no_downloads: 'Files can’t be downloaded here.',

  key_kept_back:
    'The host moved to https, and the key was not sent along: give the source its https address.',
  key_now_needed: 'It answered without one before.',

  images_off: 'Remote images are switched off.',
  images_not_agreed: 'Remote images are shown once you have agreed.',
  private_address: 'This is not a public web address.',
  crashes_core:
    'The response crashed the application core three times. It is not requested again until Chainglass is restarted.',
  sign_in_first: 'The network asks to sign in first.',

  host_not_found: 'No host of this name was found.',
  lookup_failed: 'The name of the host could not be looked up.',
  connection_refused: 'Nothing responds at this address.',
  connection_reset: 'The connection was broken off.',
  connection_timed_out: 'The host did not respond in time.',
  connection_failed: 'The connection failed.',
  no_network: 'There is no network.',
  host_unreachable: 'The host can’t be reached.',
  certificate_invalid: 'The secure connection could not be made: the certificate is not valid for this host.',
  certificate_expired: 'The secure connection could not be made: the certificate of the host has expired.',
  core_lost: 'The connection to the application core is lost.',
  indexer_ended: 'The indexer of this node has ended.',
  source_of_case: 'Only what came with the case is here: its source is not asked.',
  node_unreachable: 'No node responds at this address.',

  unknown_encoding: 'The response is packed in a way this program did not ask for.',
  not_http: 'The response is not HTTP.',
  headers_too_large: 'The headers of the response are too large.',
  redirect_nowhere: 'It redirects to nowhere.',
  redirect_loop: 'It redirects in a circle.',
  too_many_redirects: 'It redirects too many times.',
  too_many_values: 'The response is made of more values than can be read.',
  not_an_object: 'The response is not an object with items.',
  no_items: 'The response has no list of items.',
  bad_cursor: '`next_page_params` is not a map of plain values.',
  no_chains: 'It gave no list of chains, so it is not a Pro account’s address.',
  not_an_image: 'It is not an image that can be shown.',
  not_ethereum: 'It does not respond as an Ethereum node.',
}

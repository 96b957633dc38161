/** Words our own error reasons as sentences, for the window, a terminal and the log. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { describeValue } from '#shared/chain/value-phrases.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { Reason, StorageKind, StorageTarget } from './error-reasons.ts'

type PlainReason = Extract<Reason, string>
type ReasonWithParameters = Exclude<Reason, string>

/** Returns one or more whole sentences in the current language. */
export function describeReason(reason: Reason): string {
  return typeof reason === 'string' ? $gettext(SENTENCES[reason]) : describeParameters(reason)
}

/** Words a failure of a storage. Without a target, the storage is the data folder. */
export function describeStorage(kind: StorageKind, target?: StorageTarget, pid?: number): string {
  if (target === 'keyring')
    return kind === 'full'
      ? $gettext('The disk is full: the key was not kept.')
      : $gettext('The system’s keyring can’t be used now. The key was not kept.')
  if (kind === 'in_use' && target === 'other_folder')
    return $gettext('Another Chainglass is using that folder. Quit it first.')
  if (kind === 'in_use' && pid !== undefined)
    return $gettext('Another Chainglass (process %{pid}) is using this data folder.', { pid })
  if (target === 'export') return $gettext(EXPORT_SENTENCES[kind])
  if (target === 'archive') return $gettext(ARCHIVE_SENTENCES[kind])
  return $gettext((target === 'node_index' ? INDEX_SENTENCES : STORAGE_SENTENCES)[kind])
}

type Sentences = Readonly<Record<StorageKind, string>>

/** For a folder, a pipe or a device. */
const NO_FILE = $msgid('Where a file belongs there is something else.')

const STORAGE_SENTENCES: Sentences = {
  in_use: $msgid('Another Chainglass is using this data folder.'),
  read_only: $msgid('The data folder can’t be written to.'),
  full: $msgid('The disk is full: nothing was saved.'),
  damaged: $msgid('The database file is damaged.'),
  newer: $msgid('The data was written by a newer version of Chainglass. It was not touched.'),
  unreachable: $msgid('The data folder can’t be opened.'),
  no_file: NO_FILE,
}

const EXPORT_SENTENCES: Sentences = {
  in_use: $msgid('Another program is using the file.'),
  read_only: $msgid('The folder can’t be written to. Nothing was left in it.'),
  full: $msgid('The disk is full. Nothing of this export was left on it.'),
  damaged: $msgid('The file can’t be written.'),
  newer: $msgid('The file can’t be written.'),
  unreachable: $msgid('The folder is not there any more.'),
  no_file: NO_FILE,
}

const ARCHIVE_SENTENCES: Sentences = {
  in_use: $msgid('Another program uses the file. It stays where it is.'),
  read_only: $msgid('This folder can’t be written to. The file stays where it is.'),
  full: $msgid('There is no room for it on this disk. The file stays where it is.'),
  damaged: $msgid('The file can’t be read. It stays where it is.'),
  newer: $msgid('The file was written by a newer version of Chainglass. It stays where it is.'),
  unreachable: $msgid('This folder can’t be reached. The file stays where it is.'),
  no_file: NO_FILE,
}

const INDEX_SENTENCES: Sentences = {
  in_use: $msgid('Another Chainglass is using the index of this node.'),
  read_only: $msgid('The index of this node can’t be written to.'),
  full: $msgid('The disk is full: the index of this node can’t be written.'),
  damaged: $msgid('The index of this node is damaged.'),
  newer: $msgid('The index of this node was written by a newer version of Chainglass. It was not touched.'),
  unreachable: $msgid('The index of this node can’t be opened.'),
  no_file: NO_FILE,
}

function describeParameters(reason: ReasonWithParameters): string {
  switch (reason.kind) {
    case 'format_expected':
      return $gettext('Expected %{format}.', {
        format:
          reason.format === 'chainId'
            ? $gettext('a chain id: a decimal number')
            : $gettext(PARAM_FORMATS[reason.format].description),
      })
    case 'one_expected':
      return $gettext('Expected one of %{values}.', { values: reason.values.join(', ') })
    case 'some_expected':
      return $gettext('Expected some of %{values}.', { values: reason.values.join(', ') })
    case 'whole_number_expected':
      return $gettext('Expected a whole number from %{min} to %{max}.', { min: reason.min, max: reason.max })
    case 'node_socket':
      return $gettext('%{scheme}:// is a node’s socket. An instance is read over https.', {
        scheme: reason.scheme,
      })
    case 'wrong_scheme':
      return $gettext('An instance is read over https, not %{scheme}.', { scheme: reason.scheme })
    case 'plain_http':
      return $gettext('Use https; http is allowed only on your own network. Write https://%{host}.', {
        host: reason.host,
      })
    case 'not_an_instance':
      return $gettext(
        '“%{typed}” is not the address of an instance. Write one like https://eth.blockscout.com.',
        { typed: reason.typed },
      )
    case 'other_api':
      return $gettext('%{host} has an API of its own, not this one. Use an instance for %{chain} instead.', {
        host: reason.host,
        chain: reason.chain,
      })
    case 'redirect_elsewhere':
      return $gettext('It redirects to another host, %{host}.', { host: reason.host })
    case 'unreadable':
      return describeUnreadable(reason)
    default:
      return describeBound(reason)
  }
}

type Bound = Extract<ReasonWithParameters, { kind: `too_${string}` | `file_too_${string}` }>

/** Words a reason that says that a limit is exceeded. */
function describeBound(reason: Bound): string {
  switch (reason.kind) {
    case 'too_many_watched':
      return $gettext('More than %{max} addresses can’t be watched.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'too_many_abis':
      return $gettext('More than %{max} ABIs can’t be kept. Remove some first.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'too_many_questions':
      return $gettext('More than %{max} questions can’t be saved. Delete some first.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'too_many_cases':
      return $gettext('There can be %{max} cases here. Remove one first.', { max: reason.max })
    case 'too_many_notes':
      return $gettext('There is no room for more notes here: up to %{max}, with 2 MB of text together.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'too_many_entries':
      return $gettext('More than %{max} movements of an address can’t be entered. Delete some first.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'too_many_exports':
      return $gettext('There can be %{max} exports that are not done.', { max: reason.max })
    case 'too_many_lists':
      return $gettext('More than %{max} lists can’t be kept. Remove one first.', {
        max: reason.max.toLocaleString('en'),
      })
    case 'file_too_long':
      return $gettext('This file has %{rows} rows. At most %{maxRows} can be imported at once.', {
        rows: reason.rows.toLocaleString('en'),
        maxRows: reason.maxRows.toLocaleString('en'),
      })
    case 'file_too_large':
      return $gettext('It has %{size}; up to %{maxSize} are read at once. Nothing was read.', {
        size: inMegabytes(reason.bytes),
        maxSize: inMegabytes(reason.maxBytes),
      })
    case 'too_large':
      return $gettext('The response is larger than %{megabytes} MB.', {
        megabytes: Math.round(reason.maxBytes / 1e5) / 10,
      })
    case 'too_many_items':
      return $gettext('The page has %{items} items.', { items: reason.items })
    case 'too_many_pixels':
      return $gettext('The image has %{width} × %{height} pixels, more than are shown.', {
        width: reason.width.toLocaleString('en'),
        height: reason.height.toLocaleString('en'),
      })
  }
}

function describeUnreadable(reason: Extract<ReasonWithParameters, { kind: 'unreadable' }>): string {
  const { path } = reason
  const isMissing = reason.found === 'missing'
  const [found, expected] = [describeValue(reason.found), describeValue(reason.expected)]
  if (path === '')
    return isMissing
      ? $gettext('The item is missing.')
      : $gettext('The item is %{found}, %{expected} was expected.', { found, expected })
  return isMissing
    ? $gettext('`%{path}` is missing.', { path })
    : $gettext('`%{path}` is %{found}, %{expected} was expected.', { path, found, expected })
}

const inMegabytes = (bytes: number) => `${String(Math.round(bytes / 1024 / 1024))} MB`

const SENTENCES: Readonly<Record<PlainReason, string>> = {
  no_such_call: $msgid('There is no such call.'),
  no_such_event: $msgid('There is no such event.'),
  unexpected_input: $msgid('This is not what the call takes.'),
  no_such_parameter: $msgid('This list has no such parameter.'),
  no_such_filter: $msgid('This list has no such filter.'),
  filter_unknown_to_server: $msgid('The server of this source does not know this filter.'),
  true_or_false_expected: $msgid('Expected true or false.'),
  refused_by_server: $msgid('The server did not accept the request.'),

  empty_url: $msgid('Type the address of an instance, for example https://eth.blockscout.com.'),
  not_a_url: $msgid('This is not a URL. Write one like https://eth.blockscout.com.'),
  not_a_web_address: $msgid('Expected a web address, for example https://eth.blockscout.com.'),
  not_a_data_url: $msgid('This is not a data URL.'),
  chain_hash: $msgid('This is an address or a hash of a chain, not a URL.'),
  credentials_in_url: $msgid('Leave out the user name and password: a key is set for the source itself.'),
  query_in_url: $msgid('It ends before the question mark: a key is set separately.'),
  https_only: $msgid('Only https links are opened.'),
  no_other_source: $msgid('This needs two sources of one chain, and there is no other one of this chain.'),
  no_node: $msgid('This needs a node, and none of this chain is followed. Name one by its URL.'),
  same_node: $msgid('This is the node that was asked already. Name another one.'),
  bad_node_url: $msgid('The address of a node begins with http://, https://, ws:// or wss://.'),
  bad_explorer_link: $msgid(
    'Write a link like https://eth.blockscout.com/{kind}/{id}; it has to begin with https.',
  ),

  built_in_source: $msgid('This source comes with the program. It can be hidden, not removed.'),
  chain_is_fixed: $msgid('This source is of one chain; that can’t change.'),
  chain_id_missing: $msgid('A Pro source needs the number of its chain.'),
  not_a_node_source: $msgid('This source is not a followed node.'),
  key_not_needed: $msgid('This source needs no key.'),
  key_empty: $msgid('Type or paste the key.'),
  key_has_blanks: $msgid('A key has no spaces or line breaks in it.'),
  key_is_url: $msgid('This is a URL, not a key.'),
  key_malformed: $msgid('A key has 8 to 512 letters, digits and signs.'),
  key_has_special_letters: $msgid('A key has no blanks and no special letters.'),

  not_an_address: $msgid('This is not an address.'),
  name_empty: $msgid('Type a name.'),
  case_read_only: $msgid('This case is read-only. Make a copy of it to change it.'),
  not_a_case: $msgid('This file is not a case. The file of a case ends in .chainglass.'),
  case_newer: $msgid('A newer version of Chainglass wrote this case. Nothing of it was read.'),
  case_damaged: $msgid('This case can’t be read to its end: it may be damaged. Nothing of it was kept.'),
  note_empty: $msgid('Type a note.'),
  question_exists: $msgid('There is a question of this name already.'),
  entry_exists: $msgid('This address has an entry there already.'),
  file_empty: $msgid('This file is empty.'),
  file_is_archive: $msgid('This is a spreadsheet or an archive. Save it as CSV first.'),
  file_is_pdf: $msgid('This is a PDF. CSV and JSON can be imported.'),
  file_is_web_page: $msgid('This is a web page. CSV and JSON can be imported.'),
  file_is_binary: $msgid('This is not a text file. CSV and JSON can be imported.'),
  file_cut_short: $msgid('This begins like JSON, but can’t be read to its end. The file may be cut short.'),
  file_of_too_many_values: $msgid('This file is made of more values than can be read.'),
  file_without_addresses: $msgid('There is no address in this file. Each row needs one, beginning with 0x.'),

  file_without_signatures: $msgid('No signature can be read from this file.'),
  list_not_read: $msgid('This file can’t be read to its end: it may be damaged. Nothing of it was kept.'),
  file_without_abi: $msgid('No function, event or error of an ABI can be read from this.'),
  file_without_layout: $msgid('No storage layout can be read from this.'),

  folder_not_chosen: $msgid('Choose the folder first.'),
  archive_stays: $msgid('It can’t be moved now.'),
  archive_is_there: $msgid('It lies in this folder already.'),
  folder_has_archive: $msgid('This folder holds another archive already. Choose another folder.'),
  folder_not_local: $msgid('Give the whole path of a folder on this machine.'),
  folder_missing: $msgid('There is no such folder.'),
  folder_is_file: $msgid('This is a file. Give the folder it is in.'),
  folder_in_use_here: $msgid('This is the folder that is in use here.'),
  folder_without_data: $msgid('There is no data of Chainglass in this folder.'),
  folder_too_large: $msgid('The database in this folder is too large.'),
  foreign_database: $msgid('The database in this folder is not one of Chainglass.'),

  no_such_source: $msgid('This source was removed.'),
  no_such_account: $msgid('There is no such account.'),
  url_not_kept: $msgid(
    'The address of this source holds a secret, which is not there any more: it was kept in memory, or the keyring is locked. Add the source again with its whole address.',
  ),
  no_chain_chosen: $msgid('Choose a chain of this account first.'),
  node_not_followed: $msgid('This node is not followed yet.'),
  not_kept: $msgid('Nothing of this is kept on this machine.'),
  entry_gone: $msgid('This entry is no longer there.'),
  undo_gone: $msgid('This can’t be taken back any more.'),
  removal_gone: $msgid('This removal can’t be taken back any more.'),
  preview_gone: $msgid('This preview is gone. Choose the file again.'),
  no_browser: $msgid('This machine has no browser to open links with.'),
  no_file_manager: $msgid('There is no program here that opens folders.'),
  no_folder_dialog: $msgid('There is no dialog here: type the path.'),
  case_gone: $msgid('This case is not there any more.'),
  case_upload_gone: $msgid('The file was not read to its end. Choose it again.'),
  note_gone: $msgid('This note is not there any more.'),
  question_gone: $msgid('This question is not there any more.'),
  export_gone: $msgid('This export is not there any more.'),
  ledger_not_whole: $msgid('There is no whole ledger of this address here.'),
  no_downloads: $msgid('Files can’t be downloaded here.'),

  key_kept_back: $msgid(
    'The host moved to https, and the key was not sent along: give the source its https address.',
  ),
  key_now_needed: $msgid('It answered without one before.'),

  images_off: $msgid('Remote images are switched off.'),
  images_not_agreed: $msgid('Remote images are shown once you have agreed.'),
  private_address: $msgid('This is not a public web address.'),
  crashes_core: $msgid(
    'The response crashed the application core three times. It is not requested again until Chainglass is restarted.',
  ),
  sign_in_first: $msgid('The network asks to sign in first.'),

  host_not_found: $msgid('No host of this name was found.'),
  lookup_failed: $msgid('The name of the host could not be looked up.'),
  connection_refused: $msgid('Nothing responds at this address.'),
  connection_reset: $msgid('The connection was broken off.'),
  connection_timed_out: $msgid('The host did not respond in time.'),
  connection_failed: $msgid('The connection failed.'),
  no_network: $msgid('There is no network.'),
  host_unreachable: $msgid('The host can’t be reached.'),
  proxy_refused: $msgid('The proxy made no connection to the host.'),
  certificate_invalid: $msgid(
    'The secure connection could not be made: the certificate is not valid for this host.',
  ),
  certificate_untrusted: $msgid(
    'The secure connection could not be made: this computer does not trust whoever signed the certificate.',
  ),
  certificate_expired: $msgid(
    'The secure connection could not be made: the certificate of the host has expired.',
  ),
  core_lost: $msgid('The connection to the application core is lost.'),
  indexer_ended: $msgid('The indexer of this node has ended.'),
  source_of_case: $msgid('Only what came with the case is here: its source is not asked.'),
  node_unreachable: $msgid('No node responds at this address.'),

  unknown_encoding: $msgid('The response is packed in a way this program did not ask for.'),
  not_http: $msgid('The response is not HTTP.'),
  headers_too_large: $msgid('The headers of the response are too large.'),
  redirect_nowhere: $msgid('It redirects to nowhere.'),
  redirect_loop: $msgid('It redirects in a circle.'),
  too_many_redirects: $msgid('It redirects too many times.'),
  too_many_values: $msgid('The response is made of more values than can be read.'),
  not_an_object: $msgid('The response is not an object with items.'),
  no_items: $msgid('The response has no list of items.'),
  bad_cursor: $msgid('`next_page_params` is not a map of plain values.'),
  no_chains: $msgid('It gave no list of chains, so it is not a Pro account’s address.'),
  not_an_image: $msgid('It is not an image that can be shown.'),
  not_ethereum: $msgid('It does not respond as an Ethereum node.'),
}

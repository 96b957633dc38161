/**
 * Our own reasons for failures (a server's reasons are texts): codes with their parameters, by the code of the error
 * that carries them. `describeReason` words them.
 */
import type { ParamFormat } from '#shared/path-params.ts'

export type ExpectedFormat = ParamFormat | 'chainId'

/** Reasons of `invalid_input`: a value is wrong, or something conflicts with it. */
export type InputReason =
  // The contract
  | 'no_such_call'
  | 'no_such_event'
  | 'unexpected_input'
  | { readonly kind: 'format_expected'; readonly format: ExpectedFormat }
  // Parameters and filters of a list
  | 'no_such_parameter'
  | 'no_such_filter'
  | 'filter_unknown_to_server'
  | 'true_or_false_expected'
  | { readonly kind: 'one_expected'; readonly values: readonly string[] }
  | { readonly kind: 'some_expected'; readonly values: readonly string[] }
  | { readonly kind: 'whole_number_expected'; readonly min: number; readonly max: number }
  /** The server refused the value. Its own reason, if it gave one, is in `serverMessage`. */
  | 'refused_by_server'
  // URLs
  | 'empty_url'
  | 'not_a_url'
  | 'not_a_web_address'
  | 'not_a_data_url'
  | 'chain_hash'
  | 'credentials_in_url'
  | 'query_in_url'
  | 'https_only'
  | 'bad_node_url'
  | 'no_node'
  | 'same_node'
  | 'no_other_source'
  | 'bad_explorer_link'
  | { readonly kind: 'node_socket'; readonly scheme: string }
  | { readonly kind: 'wrong_scheme'; readonly scheme: string }
  | { readonly kind: 'plain_http'; readonly host: string }
  | { readonly kind: 'not_an_instance'; readonly typed: string }
  | { readonly kind: 'other_api'; readonly host: string; readonly chain: string }
  // Sources and keys
  | 'built_in_source'
  | 'chain_is_fixed'
  | 'chain_id_missing'
  | 'not_a_node_source'
  | 'key_not_needed'
  | 'key_empty'
  | 'key_has_blanks'
  | 'key_is_url'
  | 'key_malformed'
  | 'key_has_special_letters'
  // The watchlist and its import
  | 'not_an_address'
  | 'entry_exists'
  | { readonly kind: 'too_many_watched'; readonly max: number }
  | 'file_empty'
  | 'file_is_archive'
  | 'file_is_pdf'
  | 'file_is_web_page'
  | 'file_is_binary'
  | 'file_cut_short'
  | 'file_of_too_many_values'
  | 'file_without_addresses'
  | { readonly kind: 'file_too_long'; readonly rows: number; readonly maxRows: number }
  | { readonly kind: 'file_too_large'; readonly bytes: number; readonly maxBytes: number }
  // Own ABIs
  | 'file_without_abi'
  | 'file_without_layout'
  | { readonly kind: 'too_many_abis'; readonly max: number }
  // Saved questions
  | 'name_empty'
  | 'question_exists'
  | { readonly kind: 'too_many_questions'; readonly max: number }
  // Notes
  | 'note_empty'
  | { readonly kind: 'too_many_notes'; readonly max: number }
  // Cases and their files
  | 'case_read_only'
  | 'not_a_case'
  | 'case_newer'
  | 'case_damaged'
  | { readonly kind: 'too_many_cases'; readonly max: number }
  // Movements entered by hand
  | { readonly kind: 'too_many_entries'; readonly max: number }
  // Lists of signatures
  | 'file_without_signatures'
  | 'list_not_read'
  | { readonly kind: 'too_many_lists'; readonly max: number }
  // Exports
  | { readonly kind: 'too_many_exports'; readonly max: number }
  // Another data folder
  | 'folder_not_chosen'
  | 'folder_not_local'
  | 'folder_missing'
  | 'folder_is_file'
  | 'folder_in_use_here'
  | 'folder_without_data'
  | 'folder_too_large'
  | 'foreign_database'
  // The folder of the archive
  | 'archive_stays'
  | 'archive_is_there'
  | 'folder_has_archive'

/** Reasons of `not_found`. */
export type MissingReason =
  | 'no_such_source'
  | 'no_such_account'
  | 'no_chain_chosen'
  /** The source's URL contains a secret that was in memory only, or is in a locked keyring. */
  | 'url_not_kept'
  | 'node_not_followed'
  /** Nothing of the list or thing is on this machine, and the call did not allow asking a source. */
  | 'not_kept'
  | 'entry_gone'
  | 'undo_gone'
  | 'removal_gone'
  | 'preview_gone'
  | 'no_browser'
  | 'no_file_manager'
  | 'no_folder_dialog'
  | 'question_gone'
  | 'note_gone'
  | 'case_gone'
  | 'case_upload_gone'
  | 'export_gone'
  /** The lists of the ledger are incomplete on this machine, or too long. */
  | 'ledger_not_whole'
  | 'no_downloads'

/**
 * Reasons of `unauthorized`. `key_kept_back`: the host redirected from http to https, so the key was not sent.
 * `key_now_needed`: the source answered without a key before.
 */
export type KeyReason = 'key_kept_back' | 'key_now_needed'

/** Reasons of `forbidden`, if the refusal is not the server's. */
export type AccessReason =
  'images_off' | 'images_not_agreed' | 'private_address' | 'sign_in_first' | 'crashes_core'

/** Reasons of `offline`. */
export type OfflineReason =
  | 'host_not_found'
  | 'lookup_failed'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_timed_out'
  | 'connection_failed'
  | 'no_network'
  | 'host_unreachable'
  | 'proxy_refused'
  | 'certificate_invalid'
  | 'certificate_untrusted'
  | 'certificate_expired'
  | 'core_lost'
  | 'indexer_ended'
  | 'node_unreachable'
  /** The source belongs to a case, which has all of its rows: there is no server to ask. */
  | 'source_of_case'

/** Reasons of `bad_response`: details that its `kind` does not say. */
export type ResponseReason =
  | 'unknown_encoding'
  | 'not_http'
  | 'headers_too_large'
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'too_many_items'; readonly items: number }
  | 'too_many_values'
  | 'redirect_nowhere'
  | 'redirect_loop'
  | 'too_many_redirects'
  | { readonly kind: 'redirect_elsewhere'; readonly host: string }
  | 'not_an_object'
  | 'no_items'
  | 'bad_cursor'
  | 'no_chains'
  | 'not_an_image'
  | { readonly kind: 'too_many_pixels'; readonly width: number; readonly height: number }
  | 'not_ethereum'
  /** `path` leads to the field. `found` and `expected` describe the value as phrases: `a text`, `a 0x hash`. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly found: string; readonly expected: string }

export type Reason = InputReason | MissingReason | KeyReason | AccessReason | OfflineReason | ResponseReason

/** The cause of a failed write or read of the disk. */
export type StorageKind = 'in_use' | 'read_only' | 'full' | 'damaged' | 'newer' | 'unreachable' | 'no_file'
/** The storage that failed, if it is not the data folder. */
export type StorageTarget = 'other_folder' | 'keyring' | 'node_index' | 'export' | 'archive'

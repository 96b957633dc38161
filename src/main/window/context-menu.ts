/** The context menu of texts, fields and links. */
import {
  app,
  BrowserWindow,
  clipboard,
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { $gettext } from '#shared/text/gettext.ts'
import { isOurs } from '../security/origin.ts'
import { openExternal } from '../security/navigation.ts'

/** Returns a function that stops adding it to new windows. */
export function enableContextMenus(): () => void {
  const onCreated = (_event: unknown, contents: WebContents) => {
    contents.on('context-menu', (_event, params) => {
      const template = createContextTemplate(params)
      const window = BrowserWindow.fromWebContents(contents)
      if (template.length > 0 && window) Menu.buildFromTemplate(template).popup({ window })
    })
  }
  app.on('web-contents-created', onCreated)
  return () => {
    app.off('web-contents-created', onCreated)
  }
}

type Params = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'linkURL' | 'editFlags'>

function createContextTemplate(params: Params): MenuItemConstructorOptions[] {
  const { editFlags, isEditable, selectionText, linkURL } = params
  if (isEditable)
    return [
      { role: 'undo', label: $gettext('Undo'), enabled: editFlags.canUndo },
      { role: 'redo', label: $gettext('Redo'), enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', label: $gettext('Cut'), enabled: editFlags.canCut },
      { role: 'copy', label: $gettext('Copy'), enabled: editFlags.canCopy },
      { role: 'paste', label: $gettext('Paste'), enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: $gettext('Select All'), enabled: editFlags.canSelectAll },
    ]
  const copy: MenuItemConstructorOptions[] =
    selectionText.trim() === '' ? [] : [{ role: 'copy', label: $gettext('Copy') }]
  return isExternal(linkURL) ? [...copy, ...linkItems(new URL(linkURL).href)] : copy
}

const isExternal = (link: string) =>
  URL.canParse(link) && new URL(link).protocol === 'https:' && !isOurs(link)

const linkItems = (link: string): MenuItemConstructorOptions[] => [
  { label: $gettext('Open Link in Browser'), click: () => void openExternal(link) },
  {
    label: $gettext('Copy Link'),
    click: () => {
      void clipboard.writeText(link)
    },
  },
]

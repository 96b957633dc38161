/** Menus, checked as strictly as Electron does when it draws one: roles and accelerators that do not exist throw. */
import type { MenuItemConstructorOptions as Template } from 'electron'

const ROLES = new Set(
  'undo redo cut copy paste pasteandmatchstyle delete selectall reload forcereload toggledevtools resetzoom zoomin zoomout togglefullscreen window minimize close help about services hide hideothers unhide quit front zoom appmenu filemenu editmenu viewmenu windowmenu'.split(
    ' ',
  ),
)
const MODIFIERS = new Set(
  'command cmd control ctrl commandorcontrol cmdorctrl alt option altgr shift super meta'.split(' '),
)
const KEYS =
  /^([a-z0-9!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]|f([1-9]|1\d|2[0-4])|plus|space|tab|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc)$/i

export class MenuItem {
  readonly label: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly enabled: boolean
  readonly submenu: Menu | undefined
  checked: boolean
  private readonly onClick: Template['click']

  constructor(template: Template) {
    const { role, accelerator, submenu } = template
    if (role !== undefined && !ROLES.has(role.toLowerCase())) throw new Error(`Unknown role: ${role}`)
    if (accelerator !== undefined && !isAccelerator(accelerator))
      throw new Error(`Invalid accelerator: ${accelerator}`)
    if (template.type !== 'separator' && template.label === undefined && role === undefined)
      throw new TypeError('A menu item needs a label, a role or a type.')
    this.label = template.label ?? role ?? ''
    this.role = role
    this.accelerator = accelerator
    this.enabled = template.enabled ?? true
    this.checked = template.checked ?? false
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined
    this.onClick = template.click
  }
  click() {
    this.onClick?.(this as never, undefined, {} as never)
  }
}

export class Menu {
  private static application: Menu | null = null
  static readonly popped: Menu[] = []
  static buildFromTemplate = (template: readonly object[]) =>
    new Menu(template.map((one) => new MenuItem(one as Template)))
  static setApplicationMenu(menu: object | null) {
    Menu.application = menu as Menu | null
  }
  static getApplicationMenu = () => Menu.application

  readonly items: readonly MenuItem[]
  constructor(items: readonly MenuItem[] = []) {
    this.items = items
  }
  popup() {
    Menu.popped.push(this)
  }
  /** Not Electron's: an item anywhere in this menu, by its words. */
  find(label: string): MenuItem | undefined {
    for (const item of this.items) {
      const found = item.label === label ? item : item.submenu?.find(label)
      if (found) return found
    }
    return undefined
  }
}

function isAccelerator(text: string): boolean {
  const parts = text.split('+')
  const key = parts.pop() ?? ''
  return KEYS.test(key) && parts.every((part) => MODIFIERS.has(part.toLowerCase()))
}

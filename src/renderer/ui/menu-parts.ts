/**
 * The components of menus and popovers. They are a sixth of the first load, and nobody sees them before a menu opens.
 * Do not render one before `loadMenuParts` has returned true.
 */
import { h, type FunctionalComponent } from 'vue'
import type * as rekaMenus from './reka-menus.ts'

type Parts = typeof rekaMenus
let parts: Parts | undefined

/** Loads the components. Returns false where the server is gone, which the window reports elsewhere. */
export async function loadMenuParts(): Promise<boolean> {
  parts ??= await import('./reka-menus.ts').catch(() => undefined)
  return parts !== undefined
}

function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const render: FunctionalComponent = (_props, { attrs, slots }) => {
    if (!parts) throw new Error('The parts of menus are not loaded.')
    return h(parts[name], attrs, slots)
  }
  // The render function passes all attributes on.
  render.inheritAttrs = false
  return render as unknown as Parts[Name]
}

export const DropdownMenuCheckboxItem: Parts['DropdownMenuCheckboxItem'] = part('DropdownMenuCheckboxItem')
export const DropdownMenuContent: Parts['DropdownMenuContent'] = part('DropdownMenuContent')
export const DropdownMenuItem: Parts['DropdownMenuItem'] = part('DropdownMenuItem')
export const DropdownMenuItemIndicator: Parts['DropdownMenuItemIndicator'] = part('DropdownMenuItemIndicator')
export const DropdownMenuPortal: Parts['DropdownMenuPortal'] = part('DropdownMenuPortal')
export const DropdownMenuRadioGroup: Parts['DropdownMenuRadioGroup'] = part('DropdownMenuRadioGroup')
export const DropdownMenuRadioItem: Parts['DropdownMenuRadioItem'] = part('DropdownMenuRadioItem')
export const DropdownMenuRoot: Parts['DropdownMenuRoot'] = part('DropdownMenuRoot')
export const DropdownMenuSeparator: Parts['DropdownMenuSeparator'] = part('DropdownMenuSeparator')
export const DropdownMenuTrigger: Parts['DropdownMenuTrigger'] = part('DropdownMenuTrigger')
export const PopoverContent: Parts['PopoverContent'] = part('PopoverContent')
export const PopoverPortal: Parts['PopoverPortal'] = part('PopoverPortal')
export const PopoverRoot: Parts['PopoverRoot'] = part('PopoverRoot')
export const PopoverTrigger: Parts['PopoverTrigger'] = part('PopoverTrigger')

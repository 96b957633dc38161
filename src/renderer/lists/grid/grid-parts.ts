/** Parts of a grid of rows that are loaded when they are first shown. */
import { defineAsyncComponent } from 'vue'

export const NftGrid = defineAsyncComponent(() => import('../nfts/NftGrid.vue'))
export const RowDrawer = defineAsyncComponent(() => import('../drawer/RowDrawer.vue'))

import { lazyModal } from '../../frame/load/lazy-modal.tsx'

/** The conditions of use: in the menu, and where one agrees to them. */
export const Conditions = lazyModal(['lookup'], () => import('./conditions-modal.tsx'), 'menu.conditions')

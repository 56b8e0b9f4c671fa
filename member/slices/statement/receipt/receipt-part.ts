import { lazyModal } from '../../../frame/load/lazy-modal.tsx'

/** Loaded when a receipt is first opened. */
export const Receipt = lazyModal(['statement'], () => import('./receipt-modal.tsx'), 'ui.receipt')

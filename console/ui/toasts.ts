import { createToasts } from '@krapao/web/ui/toasts.tsx'

/** The console's toasts: one at a time, because only the latest decision matters; but what went wrong stays beside it. */
export const { toast, Toasts } = createToasts({
  max: 1,
  // Long enough to read an amount and a name.
  milliseconds: 6000,
  // Over the lists, or on phones over the bar; never over the evidence or the buttons.
  place:
    'inset-x-4 top-16 bottom-auto mx-auto wide:top-auto wide:right-auto wide:bottom-4 wide:left-4 wide:mx-0 wide:w-88',
})

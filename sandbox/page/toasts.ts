import { createToasts } from '@krapao/web/ui/toasts.tsx'

export const { toast, Toasts } = createToasts({
  max: 1,
  milliseconds: 2500,
  place: 'inset-x-4 top-auto bottom-4 mx-auto w-fit',
})

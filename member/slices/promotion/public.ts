// What other slices and the app may use of promotion codes.

export { PromotionForm } from './promotion-form.tsx'

// What other slices may use of the settings.

export { PushOffer } from './push-offer.tsx'

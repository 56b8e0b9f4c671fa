/**
 * The space of a carousel's cards and their shadow; the same while they are loading. In a file of its own,
 * because the carousel itself is loaded later.
 */
export const carouselRoom = 'py-3 [--card-width:min(300px,60vw)]'

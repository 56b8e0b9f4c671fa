import type { Member } from './member.ts'

/**
 * Pages of the member do not say that the money is made up: for films and pictures of the product. The
 * context must let styles in (`bypassCSP`).
 */
export async function withoutDemo({ page, t }: Member): Promise<void> {
  await page.context().addInitScript((text) => {
    document.addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style')
      style.textContent = `aside[aria-label="${text}"] { display: none }`
      document.head.append(style)
    })
  }, t('ui.demo'))
}

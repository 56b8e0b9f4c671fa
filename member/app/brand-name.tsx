import { brand } from '@krapao/web/brand/brand.ts'

/**
 * The operator's name in the top bar: whole where there is room for it. Else it goes to a second line, which
 * is not seen, the mark beside it stands for the operator, and the name is heard.
 */
export const BrandName = () => (
  <span data-whole-or-none className="flex h-[2em] min-w-0 flex-1 flex-wrap overflow-hidden leading-[2em]">
    <span className="h-full" />
    <span className="whitespace-nowrap">{brand.name}</span>
  </span>
)

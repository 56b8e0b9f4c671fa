import type { ReelSymbol } from '../odds.ts'

/** The five symbols of the reels. Decorative, because their names are in the text beside them. */
export function Picture({ name, className }: { name: ReelSymbol; className: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
      {pictures[name]}
    </svg>
  )
}

const pictures = {
  elephant: (
    <>
      <path
        d="M6 24c0-9 7-13 13-11 3 5 3 19-2 25C11 38 6 32 6 24zM58 24c0-9-7-13-13-11-3 5-3 19 2 25 6 0 11-6 11-14z"
        fill="#7d8fa6"
      />
      <path
        d="M32 9c10 0 16 7 16 16 0 8-4 12-8 15v12c0 5-3 8-7 8s-7-2-7-6h4c0 2 1 3 3 3s3-2 3-5V42H28c-7-2-12-8-12-17C16 16 22 9 32 9z"
        fill="#5c6f88"
      />
      <path d="M20 40c-2 6-4 8-8 9 6 2 12-1 13-8zM44 40c2 6 4 8 8 9-6 2-12-1-13-8z" fill="#fff3d6" />
      <circle cx="24" cy="27" r="2.500" fill="#18211f" />
      <circle cx="40" cy="27" r="2.500" fill="#18211f" />
      <path d="M25 13h14l-7 8z" fill="#d9663c" />
    </>
  ),
  lotus: (
    <>
      <path d="M4 40c8-4 16 0 28 14C44 40 52 36 60 40c-4 12-16 16-28 16S8 52 4 40z" fill="#c2477c" />
      <path
        d="M12 24c8 2 16 12 20 30C18 50 10 40 12 24zM52 24c-8 2-16 12-20 30 14-4 22-14 20-30z"
        fill="#e070a0"
      />
      <path d="M32 8c9 10 12 30 0 46C20 38 23 18 32 8z" fill="#f5a3c5" />
      <path d="M32 26c4 6 5 18 0 28-5-10-4-22 0-28z" fill="#fbd9e8" />
    </>
  ),
  mango: (
    <>
      <path
        d="M40 12c14 4 20 18 14 31-5 12-19 17-31 12C12 51 8 42 12 34c3-6 9-7 14-12 4-4 7-11 14-10z"
        fill="#f0a92b"
      />
      <path d="M40 12c14 4 20 18 14 31-3 7-9 12-16 13 10-8 14-26 2-44z" fill="#dc7a26" />
      <path d="M40 13c-1-6 4-10 16-9-2 8-8 11-16 9z" fill="#3f8f57" />
      <path d="M38 6c2 2 3 4 3 8" fill="none" stroke="#6b4a2b" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  kite: (
    <>
      <path d="M32 4 50 26 32 46 14 26z" fill="#2f7fb8" />
      <path d="M32 4v42L14 26z" fill="#5aa7da" />
      <path d="M14 26h36" stroke="#fff" strokeWidth="2.500" />
      <path d="M32 4v42" stroke="#fff" strokeWidth="2.500" />
      <path d="M32 46c-6 5 6 8 0 15" fill="none" stroke="#18211f" strokeWidth="2.500" strokeLinecap="round" />
      <path d="m24 50 7 3-6 4zM41 55l-8-1 5-5z" fill="#d9663c" />
    </>
  ),
  leaf: (
    <>
      <path d="M56 8C26 6 8 20 10 44c24 6 44-8 46-36z" fill="#4c9f6a" />
      <path d="M56 8C50 36 34 50 10 44z" fill="#34794d" />
      <path d="M6 58C16 40 30 26 46 17" fill="none" stroke="#d9efdf" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
} satisfies Record<ReelSymbol, React.ReactNode>

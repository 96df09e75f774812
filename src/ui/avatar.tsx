import { clsx } from 'clsx'
import { Picture } from './picture.tsx'

const sizes = {
  xs: 'size-6 text-xs',
  sm: 'size-8 text-xs',
  md: 'size-11 text-sm',
  lg: 'size-16 text-lg',
  xl: 'size-24 text-xl',
} as const

type AvatarProps = {
  user: { username: string | null; display_name?: string | null; avatar: string | null }
  size?: keyof typeof sizes
  /** A live dot; say "online" in words nearby as well. */
  online?: boolean
  className?: string
}

/** A face, or the initials on a colour of the house. The name is beside it, so the picture has no alternative text. */
export function Avatar({ user, size = 'md', online = false, className }: AvatarProps) {
  return (
    <span className={clsx('avatar', sizes[size], className)}>
      <Picture
        src={user.avatar}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full rounded-full bg-sunken object-cover"
        instead={<Initials user={user} />}
      />
      {online && (
        <span
          aria-hidden="true"
          className="absolute right-[4%] bottom-[4%] size-[22%] max-h-3.5 min-h-2 min-w-2 max-w-3.5 rounded-full bg-leaf ring-2 ring-paper"
        />
      )}
    </span>
  )
}

const Initials = ({ user }: Pick<AvatarProps, 'user'>) => (
  <span
    aria-hidden="true"
    className={clsx(
      'flex size-full items-center justify-center rounded-full font-bold font-display uppercase',
      shade(user.username),
    )}
  >
    {initials(user.display_name || user.username)}
  </span>
)

/** Two letters at most: of the first two words, or the start of one. */
function initials(name: string | null | undefined): string {
  const parts = (name ?? '').split(/[\s._-]+/).filter(Boolean)
  if (parts.length === 0) return '?'
  if (parts.length === 1) return [...(parts[0] ?? '')].slice(0, 2).join('')
  return parts
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
}

const shades = ['bg-ink text-paper', 'bg-brass text-on-brass', 'bg-hairline text-ink'] as const

/** The same person has the same colour everywhere. */
function shade(name: string | null): string {
  let sum = 0
  for (const letter of name ?? '') sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return shades[sum % shades.length] ?? shades[0]
}

import { useQuery } from '@tanstack/react-query'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { mediaQuery } from '../../queries/uploads.ts'
import { Progress } from '../../ui/progress.tsx'

/** How far the sizes of a film are, and how long the rest takes at the speed so far; nothing once they are made. */
export function MakingSizes({ id, making: first }: Pick<PrivateMedia, 'id' | 'making'>) {
  const { data } = useQuery({ ...mediaQuery(id), enabled: first !== null })
  const making = data === undefined ? first : data.making
  if (!making) return null
  const { part, seconds_left } = making
  if (part === 0 && seconds_left === null) return <Progress value={null} label={m.vault_making_waits()} />
  return <Progress value={part} label={seconds_left === null ? m.vault_making() : leftText(seconds_left)} />
}

function leftText(seconds: number): string {
  return m.vault_making_left({ minutes: Math.max(1, Math.round(seconds / 60)) })
}

import { flags } from '../../../contract/endpoint.ts'
import { ClosedState } from '../../ui/closed-state.tsx'

/** What the API closed while acting, by the right that it missed; by none that opens it when it names none. */
export default function ClosedBy({ flag, name }: { flag: string | undefined; name: string }) {
  return <ClosedState flag={flags.find((it) => it === flag) ?? 'owner'} name={name} />
}

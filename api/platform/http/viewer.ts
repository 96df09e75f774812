import type { Permissions } from '../../../contract/profile.ts'
import type { Services } from '../services.ts'

/** The signed-in user of a request, perhaps an operator who acts as a creator under a grant. A visitor has no viewer. */
export type Viewer = {
  /** The user, or the creator while an operator acts for them. */
  id: string
  username: string | null
  locale: 'en' | 'fr'
  role: 'user' | 'staff'
  isCreator: boolean
  emailVerified: boolean
  onboarded: boolean
  sessionId: string
  /** The time of the last authentication in this session, for step-up authentication. */
  signedInAt: Date
  /** Whether two-factor authentication is on; of the operator while acting. */
  hasSecondFactor: boolean
  acting: null | Acting
}

type Acting = {
  operatorId: string
  agencyId: string
  grantId: string
  permissions: Permissions
  /** A flag was revoked since this session began to act; a `permission_denied` then ends the session in the browser. */
  reduced: boolean
  /** What the agency asks of what its operators write to fans (product §82). */
  rules: { restrictedWords: readonly string[]; asksAboveCents: number | null }
}

/** `ended`: the session acts under a grant that is over; the request then runs as neither creator nor operator. */
export type Seen = { viewer: Viewer | null; ended: boolean }

/** Reads the viewer from a Cookie header. The identity layer implements it, and the app passes it in. */
export type ReadViewer = (ctx: Services, cookieHeader: string | null | undefined) => Promise<Seen>

/** Who writes: the operator who acts, else the viewer in person. */
export const writerOf = ({ id, acting }: Viewer): string => acting?.operatorId ?? id

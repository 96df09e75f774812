import type { Permissions } from '../../../contract/profile.ts'
import type { Services } from '../services.ts'

/** Who makes a request: a user, perhaps acting as a creator under a grant. A visitor has no viewer. */
export type Viewer = {
  /** Whom the request speaks as: the user, or the target while acting. */
  id: string
  username: string | null
  locale: 'en' | 'fr'
  role: 'user' | 'staff'
  isCreator: boolean
  emailVerified: boolean
  onboarded: boolean
  sessionId: string
  /** When the person last proved who they are: at the start of the session or since, for what needs a fresh sign-in. */
  signedInAt: Date
  acting: null | Acting
}

type Acting = {
  operatorId: string
  agencyId: string
  grantId: string
  permissions: Permissions
  /** A flag was taken away since this session began to act: running into a closed door then ends it in the browser. */
  reduced: boolean
}

/** `ended`: the session acts under a grant that is over, which is neither the target nor silently the operator. */
export type Seen = { viewer: Viewer | null; ended: boolean }

/** Reads who makes a request from its Cookie header. The identity layer does it, and is handed in with the app. */
export type ReadViewer = (ctx: Services, cookieHeader: string | null | undefined) => Promise<Seen>

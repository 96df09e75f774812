import { exportRoute } from './domains/account/export.ts'
import { posterRoute } from './domains/media/poster.ts'
import { profilePictureRoute } from './domains/profile/pictures.ts'
import { verificationImageRoutes } from './domains/verification/images.ts'
import type { RawRoute } from './http/raw.ts'
import type { Services } from './http/services.ts'

/** The routes that carry bytes instead of JSON, with the same access rules as every endpoint. */
export const rawRoutes = (on: Services): RawRoute[] => [
  exportRoute(on),
  profilePictureRoute(on),
  posterRoute(on),
  ...verificationImageRoutes(on),
]

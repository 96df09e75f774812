import { tryEveryDoor } from './other-sites.ts'

tryEveryDoor('another site', '127.0.0.1')

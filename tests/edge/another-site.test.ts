import { tryEveryEntryPoint } from './other-sites.ts'

tryEveryEntryPoint('another site', '127.0.0.1')

import { describeSite } from './site-cases.ts'

describeSite({ served: 'dev', javaScript: false })

import { describeSite } from './site-cases.ts'

describeSite({ served: 'build', javaScript: false })

import { hydrate } from 'framework/react'
import { StrictMode } from 'react'

export default hydrate({ render: (app) => <StrictMode>{app}</StrictMode> })

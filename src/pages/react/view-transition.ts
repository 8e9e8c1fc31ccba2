import * as React from 'react'

// React before 19.3 does not have these names, and Node refuses to import a name that is missing. A build for the browser
// imports them by name instead, which is smaller: see `browserOnly()` in the `vite` folder.
export const ViewTransition: typeof React.ViewTransition | undefined = React.ViewTransition
export const addTransitionType: typeof React.addTransitionType | undefined = React.addTransitionType

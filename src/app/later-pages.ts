/**
 * Loads the pages that are seldom the first. Which files each needs is said here and not in the first load, where the names
 * took more than a kilobyte (decisions/console/first-load.md).
 */
export const laterPages = {
  rollouts: () => import("#pages/rollouts/rollouts-page.tsx"),
  keyNew: () => import("#pages/key-new/key-new-page.tsx"),
  keyRotate: () => import("#pages/key-rotate/key-rotate-page.tsx"),
  authtokenNew: () => import("#pages/authtoken-new/authtoken-new-page.tsx"),
  ipRuleNew: () => import("#pages/ip-rule-new/ip-rule-new-page.tsx"),
  ipRulesPaste: () => import("#pages/ip-rules-paste/ip-rules-paste-page.tsx"),
  ipPolicyNew: () => import("#pages/ip-policy-new/ip-policy-new-page.tsx"),
  backendNew: () => import("#pages/backend-new/backend-new-page.tsx"),
  certificateAuthorityNew: () =>
    import("#pages/certificate-authority-new/certificate-authority-new-page.tsx"),
  edgeNew: () => import("#pages/edge-form/edge-new-page.tsx"),
  edgeEdit: () => import("#pages/edge-form/edge-edit-page.tsx"),
  routeNew: () => import("#pages/route-form/route-new-page.tsx"),
  routeEdit: () => import("#pages/route-form/route-edit-page.tsx"),
};

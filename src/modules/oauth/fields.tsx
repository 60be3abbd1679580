import { SecondsField } from "#forms/fields.tsx";
import { FieldScope } from "#forms/field-scope.tsx";
import { Note } from "#ui/note.tsx";
import { SessionFields } from "../kit/login-session-fields.tsx";
import { AppFields } from "./app-fields.tsx";
import { isProvider } from "./codecs.ts";
import { ProviderField } from "./provider-field.tsx";
import { WhoFields } from "./who-fields.tsx";

/** The form of oauth: who visitors sign in with, through which app, who of them may enter, and for how long. */
export function OauthFields() {
  return (
    <>
      <ProviderField>
        {(name) =>
          isProvider(name) ? (
            // A control belongs to its provider: none may carry what it shows over to another one.
            <FieldScope key={name} name={`provider.${name}`}>
              <AppFields name={name} />
              <WhoFields name={name} />
            </FieldScope>
          ) : (
            <Note>
              This console can’t edit the provider {name}. Its settings are kept. Edit them in the JSON tab.
            </Note>
          )
        }
      </ProviderField>
      <SessionFields>
        <SecondsField
          name="auth_check_interval"
          label="Recheck access every"
          byDefault="only at sign-in"
          zero="only at sign-in"
          hint="How long a user you removed at the provider can stay signed in. Example: 1&nbsp;h"
        />
      </SessionFields>
    </>
  );
}

/** What keys may do: a field that chooses it, and its summary, which shows the whole list when it is pressed. */
import {
  Button,
  Checkbox,
  CheckboxGroup,
  Dialog,
  DialogTrigger,
  FieldError,
  Label,
  Popover,
} from 'react-aria-components';
import { Chips, Tick } from '../../parts/index.ts';
import { type PermissionGroup, summaryOf } from '../../scopes/index.ts';
import './permissions.css';

interface FieldProps {
  groups: PermissionGroup[];
  value: string[];
  onChange: (value: string[]) => void;
  isAllowed: (permission: string) => boolean;
  fault?: string | undefined;
}

/** One line for each subject, such as models, with a box for each of its permissions. */
export function PermissionField({ groups, value, onChange, isAllowed, fault }: FieldProps) {
  return (
    <CheckboxGroup
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <Label>Permissions</Label>
      <div className="permission-groups">
        {groups.map(({ title, permissions }) => (
          <div key={title} className="permission-group">
            <strong>{title}</strong>
            {permissions.map(({ name, description: about }) => (
              <Checkbox
                key={name}
                value={name}
                className="choice bare"
                isDisabled={!isAllowed(name)}
              >
                <Tick />
                <code>{name}</code>
                {about !== undefined && <span className="about">{about}</span>}
              </Checkbox>
            ))}
          </div>
        ))}
      </div>
      <FieldError className="fault">{fault}</FieldError>
    </CheckboxGroup>
  );
}

/** `Full access` or `3 permissions`. */
export function PermissionSummary({ of, permissions }: { of: string; permissions: string[] }) {
  const summary = summaryOf(permissions);
  return (
    <DialogTrigger>
      <Button className="permission-summary" aria-label={`${summary} of ${of}`}>
        {summary}
      </Button>
      <Popover className="popover" offset={4} placement="bottom start">
        <Dialog aria-label={`Permissions of ${of}`} className="permission-popover">
          <Chips texts={permissions} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

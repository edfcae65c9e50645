/** A button that opens a list of actions. */
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';
import './popover.css';

export interface Action {
  name: string;
  icon?: IconName;
  href?: string;
  isDanger?: boolean;
  onAction?: () => void;
}

export function Actions({ label, actions }: { label: string; actions: Action[] }) {
  return (
    <MenuTrigger>
      <Button className="button quiet square small" aria-label={label}>
        <Icon name="more" />
      </Button>
      <ActionList actions={actions} />
    </MenuTrigger>
  );
}

export function ActionList({ actions }: { actions: Action[] }) {
  return (
    <Popover className="popover" offset={4}>
      <Menu className="list" aria-label="Actions">
        {actions.map(({ name, icon, href, isDanger = false, onAction }) => (
          <MenuItem
            key={name}
            id={name}
            textValue={name}
            className={isDanger ? 'option bad' : 'option'}
            {...(href !== undefined && { href })}
            {...(onAction && { onAction })}
          >
            {icon && <Icon name={icon} />}
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}

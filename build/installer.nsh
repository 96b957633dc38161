; Uninstalling leaves settings, sources and labels, unless the person says otherwise. An update asks nothing.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\chainglass"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Also delete your settings, sources, labels and keys?" /SD IDNO IDNO keepData
      ; Installed for everybody, $APPDATA is the folder of all: data is the person's own.
      SetShellVarContext current
      RMDir /r "$APPDATA\Chainglass"
      ${if} $installMode == "all"
        SetShellVarContext all
      ${endIf}
    keepData:
  ${endIf}
!macroend
